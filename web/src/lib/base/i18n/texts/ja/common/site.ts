import type { Translation } from '../../shape.ts';
import type en from '../../en/common/site.ts';

export default {
  site: {
    name: 'OPFSMark',
    tagline: 'このブラウザが使うドライブは、どれくらい速い？',
    description:
      'ブラウザのタブで動くストレージベンチマーク。開いて「実行」を押すと、ブラウザのあるドライブのスループット、IOPS、レイテンシーを測定し、共有や比較ができます。',
    skip: '本文へ移動',
    language: '言語',
    themeToDark: 'ダークテーマにする',
    themeToLight: 'ライトテーマにする',
  },

  nav: {
    label: 'メイン',
    run: '測定',
    leaderboard: 'ランキング',
    compare: '比較',
    history: '履歴',
    method: '測定方法',
    more: 'このサイトについて',
    api: 'API',
    privacy: 'プライバシー',
    groups: 'グループ',
    newVersion: '新しいバージョンがあります。',
    partMissing: '読み込めませんでした。接続が切れたか、サイトが更新されています。再読み込みしても結果は残ります。',
    reload: '再読み込み',
    later: 'あとで',
  },

  error: {
    notFound: 'ここには何もありません',
    notFoundResult: 'このアドレスの結果はありません',
    notFoundText: 'アドレスの間違いか、公開されなかった結果です。',
    notFoundGroup: 'このアドレスのグループはありません',
    notFoundGroupText: 'アドレスの間違いか、グループが削除されました。',
    gone: 'この結果は削除されました',
    goneText: '公開した人または管理者が、このサイトから削除しました。',
    unavailable: 'サーバーに接続できません',
    unavailableText: '測定は接続がなくてもできます。少し待ってもう一度試してください。',
    unexpected: '問題が起こりました',
    unexpectedText: '原因はこのサイトにあります。ページを再読み込みしてください。繰り返すときはお知らせください。',
    home: 'ベンチマークへ',
    status: 'ステータス {status}',
  },
} satisfies Translation<typeof en>;
