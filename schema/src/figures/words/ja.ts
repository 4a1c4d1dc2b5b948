import type { CommonWords, ForeignWords, PictureWords } from './en.ts';

export default {
  figures: '数値',
  test: 'テスト',
  value: '値',
  interval: '区間',
  source: '読み書きの相手',
  read: '読み込み',
  write: '書き込み',
  direction: '方向',
  workers: 'ワーカー',
  ratio: '比',
  p50: '中央値',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
  units: {
    files_per_s: 'ファイル/秒',
    rows_per_s: '行/秒',
    items_per_s: '件/秒',
    calls: '回',
  },
  time: '時間',
  range: '{low}～{high}',
  atLeast: '{value} 以上',
  speed: { faster: '{factor}倍の速さ', slower: '約 1/{factor} の速さ', same: '同じ' },
  marked: '{value} ({mark})',
  rightIsFaster: '右ほど良い',
} satisfies CommonWords;

export const pictures = {
  sustained: '持続書き込みでは {speed}',
  unknownDevice: '機種不明',
  score: {
    drive: 'ドライブスコア',
    none: {
      changed_parameters: 'スコアなし: プロファイルから変更されています',
      not_finished: 'スコアなし: 終わっていないテストがあります',
      profile_without_score: 'スコアなし: このプロファイルはドライブの一面だけを測ります',
      other_engine: 'スコアなし: ブラウザのストレージで測定していません',
      no_drive_reads: 'スコアなし: ドライブから読み込めなかったテストがあります',
      not_saved: 'スコアなし: 書き込みがドライブにフラッシュされていません',
    },
  },
  contenders: {
    title: 'アプリ用ストレージ: {browser}、{os}',
    contender: 'ストレージ',
    put: '1 KiB の保存',
    read: '1 KiB の読み込み',
    providers: 'プロバイダー',
    classes: {
      ordered: 'クラス C: 順序どおり同期',
      synced: 'クラス B: 同期あり・順序は未確認',
      unsynced: 'クラス A: 同期なし',
    },
    engines: { leveldb: 'LevelDB', sqlite: 'SQLite' },
    floor: '順位なし',
    empty: '確認済みの測定はまだありません',
    legend: 'OPFSMark: 1回あたりの時間の中央値。太字はクラス内の最速、または明らかな差のないもの。',
    counted: 'クラスは {os} の {browser} で計測。ほかのブラウザや OS では異なる場合があります。',
  },
} satisfies PictureWords;

export const foreign = {
  direct: '別のツールの報告、ダイレクト I/O',
  buffered: '別のツールの報告、ページキャッシュ経由',
  unsaid: '別のツールの報告、ドライブかメモリーかは不明',
  problems: {
    not_understood: '{line}行目を読み取れませんでした: {text}',
    not_measured: '{line}行目: 測定されていません: {text}',
    repeated: 'テキストに何度もあるため、最後の結果を表示します: {text}',
    rates_differ:
      '{line}行目: MB/s と IOPS が同じ速さを表していないため、表示しません。ツールからコピーし直してください: {text}',
    queue_short:
      '{line}行目: 平均の同時呼び出し数がテスト名より少ないため、ドライブはもっと速い可能性があります: {text}',
    another_result:
      '{line}行目から別の結果が始まるため、その先は読んでいません。別の結果として追加してください: {text}',
    mixed: '{line}行目: 読み書き混合は比較しません: {text}',
    direction_missing: '{line}行目: 読み取りか書き込みか分かりません: {text}',
    job_options: '{line}行目: このジョブが何を測定したか (rw と bs) が書かれていません: {text}',
    job_kind: '{line}行目: このジョブはファイルの読み込みも書き込みも測定していません: {text}',
    job_blocks: '{line}行目: このジョブの呼び出しは、指定された1つのブロックサイズだけではありません: {text}',
    job_depth: '{line}行目: このジョブの同時呼び出し数が指定と違うため、表示しません: {text}',
    job_depth_unsaid: '{line}行目: このジョブの同時呼び出し数は指定だけで、実際の数がテキストにありません: {text}',
    job_paced: '{line}行目: オプションで抑えられたジョブのため、速さはドライブのものではなく指定されたものです: {text}',
    job_places:
      '{line}行目: このジョブの呼び出しは、すべて順番どおりでもファイル全体へのランダムでもないため、表示しません: {text}',
    job_beside:
      '{line}行目: このジョブはほかのジョブと同時に動いたため、ドライブはもっと速い可能性があります。オプション stonewall で1つずつ実行してください: {text}',
    job_parts: '{line}行目: このジョブのプロセスとテキストにあるプロセスが一致しないため、表示しません: {text}',
    job_unified:
      '{line}行目: このジョブの読み書きは1つの数値にまとめられているため (unified_rw_reporting)、表示しません。このオプションなしで実行してください: {text}',
    job_failed: '{line}行目: このジョブはエラーで終わったため、表示しません: {text}',
    several_hosts: '複数ホストの結果は読めません。1台の結果を使ってください。',
    cut_off: 'テキストが{line}行目で途切れています。読み取れたところまで表示します。',
    too_long: '最初の{text}だけを読みました。これらのツールの結果はもっと短いはずです。ファイルを確かめてください。',
    tool_unknown:
      'CrystalDiskMark、AmorphousDiskMark、KDiskMark、fio (JSON) の結果が見つかりません。ほかのツールの結果は読めません。これらのテキストを最初の行からすべて、fio は --output-format=json の出力を貼り付けてください。',
    own_result:
      'これは OPFSMark の結果です。リンクで比較するか、コマンドラインで --json のファイルを比較してください。',
    nothing: '比較できる数値がありません。',
    more: 'ほかに{text}行あります。',
  },
} satisfies ForeignWords;
