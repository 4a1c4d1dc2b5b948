import type { Translation } from '../shape.ts';
import type en from '../en/api-docs.ts';

/** API ページの文 */
export default {
  title: 'API',
  intro:
    'このサイトに表示されるものはすべて、プログラムから読めます。JSON で、鍵は要らず、どのオリジンからでも使えます。',
  errors: 'エラーは RFC 9457 の形式で、type は変わりません。一覧はカーソルと Link ヘッダーで続きを取得します。',
  document: 'OpenAPI 文書',
  example: '例: ある機種の最新の測定',
  automation: 'スクリプトによる測定',
  automationIntro:
    '測定ページは autorun=1 で自動的に始まり、JSON で渡した計画を実行し、記録を window.opfsmark に残します。計画は記録にあるもの、またはその一部です。実行できない値はページに表示されます。Playwright の例:',
  operations: '操作',
  schemas: 'スキーマ',
  parameters: 'パラメーター',
  required: '必須',
  body: '本文',
  token: 'トークンが必要',
  answers: '応答',
  status: 'ステータス',
  meaning: '意味',
  type: '型',
  english: '名前と概要は文書のもので、英語です。',
  down: '今は文書を読み込めません。少し待ってもう一度試してください。',
} satisfies Translation<typeof en>;
