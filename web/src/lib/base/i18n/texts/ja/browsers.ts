import type en from '../en/browsers.ts';
import type { Translation } from '../shape.ts';

export default {
  title: 'ブラウザのリリースごとの比較',
  intro:
    '1台のコンピューターで、ページがデータを保存する速さをブラウザごとに測りました。どのリリースも毎回新しいプロファイルで起動し、順番は A B C C B A の形で毎回引き直します。測る値はすべて同じです。',
  builds:
    '並んでいるリリースは、サーバー向けにビルドされた Chromium のヘッドレスシェルです。一般に使われている Chrome ではなく、このビルドの値です。差がわかるように、最新版は通常のブラウザとも並べています。',
  measured: '{date}に測定: {minutes}分で{rounds}周。{machine}',
  none: 'まだ何も測っていません。',
  feed: '変化の Atom フィード',
  repeat: 'Linux で測り直すには:',

  enginesTitle: 'IndexedDB: LevelDB か SQLite か',
  enginesIntro:
    'Chromium は IndexedDB を LevelDB から SQLite へ移しています。ここでは同じビルド、Chromium {version} で両方を測りました。どちらを使ったかは、プロファイルのファイルで確かめています。',
  enginesChart: 'SQLite は LevelDB の何倍の速さか',
  leveldbFaster: 'LevelDB が速い',
  sqliteFaster: 'SQLite が速い',
  leveldb: 'LevelDB',
  sqlite: 'SQLite',
  noEngines: '両方で測ったビルドはありません。',

  changesTitle: '変わったところ',
  changesIntro:
    '持続書き込みのテストと同じ方法で全部の値の変化点が2つのリリースの間にあり、その2つの差が偶然より大きく、{threshold}を超えるものを載せています。',
  noChanges: 'これらの値に変化は見つかりませんでした。',
  change: '{figure}: {from} → {to}',
  faster: '{factor}倍の速さ（{least}–{most}）',
  slower: '{factor}倍遅い（{least}–{most}）',
  less: '{factor}分の1（{least}–{most}）',
  more: '{factor}倍（{least}–{most}）',
  same: '差なし',
  unclear: '不明',
  controlMoved: '並べて測ったプロセッサーのループも変わりました: {ratio}。',
  controlSame: '並べて測ったプロセッサーのループは変わりませんでした。',
  controlUnclear: '並べて測ったプロセッサーのループが変わったかどうかは不明です: {least}～{most}倍の速さ。',

  noiseTitle: 'どこまで信頼できるか',
  twins:
    '{name} を別の2つのブラウザのように測ったところ、{figures}個のうち{different}個の値に差があると判定されました。',
  falseAlarms:
    '周ごとにリリースを入れ替えて変化をなくした値でも調べました。{tried}系列のうち{found}系列で変化が見つかりました。',
  ended: {
    time: '時間が来たので終わりました。',
    narrow: 'すべての差が十分にわかったので終わりました。',
    rounds: '指定した周の数で終わりました。',
  },

  figuresTitle: 'リリースごとの値',
  groups: {
    indexeddb: 'IndexedDB',
    opfs: 'プライベートファイルシステム',
    cache: 'Cache',
    sqlite: 'SQLite',
    browser: 'ワーカーとメモリー',
    control: '対照',
  },
  groupsLabel: '表示する値',
  chartTitle: '{figure}、{unit}',
  perCall: '1回あたり {unit}',
  median: '中央値',
  level: '水準',
  release: 'Chromium のリリース',
  table: 'ブラウザごとの中央値',
  browser: 'ブラウザ',

  shellTitle: 'ヘッドレスシェルと通常のブラウザ',
  shellIntro: 'Chromium {version}。同じ日の同じソースです。',
  figure: '値',
  shell: 'シェル',
  whole: '通常のブラウザ',
  wholeRatio: '通常のブラウザは',

  buildsTitle: '測ったもの',
  columns: {
    browser: '名前',
    version: 'バージョン',
    build: 'ビルド',
    engine: 'IndexedDB の保存先',
    problems: '測れなかったもの',
  },
  shellBuild: '{build}、ヘッドレスシェル',
  missing: '{part}: {reason}',
  failed: '{count}回失敗: {reason}',

  publishedTitle: '公開された結果',
  publishedIntro:
    'このサイトの実行結果を、ブラウザとメジャーバージョンごとにまとめたものです。コンピューターもドライブもそれぞれ違います。',
  publishedNone: 'このサーバーには、ブラウザごとに比べられる結果がまだ公開されていません。',

  changePage: {
    title: '{figure}、{from} → {to}',
    before: '前、{version}',
    after: '後、{version}',
    distributions: 'すべての値、小さい順',
    rank: '順位',
    all: 'すべての値',
    noise: '同じもの同士を比べても、比は偶然に {noise} まで動きます。',
    back: 'すべてのブラウザ',
    gone: '今公開しているデータに、この変化はありません。',
  },

  figures: {
    'idb get': 'IndexedDB: get',
    'idb get-all': 'IndexedDB: getAll、1,000行',
    'idb cursor': 'IndexedDB: カーソル、1,000行',
    'idb open': 'IndexedDB: open',
    'opfs read-1m': '1 MiB の読み取り',
    'opfs write-1m': '1 MiB の書き込み',
    'opfs read-4k': '4 KiB の読み取り',
    'opfs write-4k': '4 KiB の書き込み',
    'opfs save-4k': '4 KiB の書き込みとフラッシュ',
    'opfs open': 'ハンドルを開く',
    'opfs small-files': 'ファイルの作成と削除',
    'opfs writable': 'createWritable、4 KiB',
    'workers ready': 'ワーカー8個の準備',
    memory: '全プロセスのメモリー',
    'control processor': 'プロセッサーのループ',
  },
} satisfies Translation<typeof en>;
