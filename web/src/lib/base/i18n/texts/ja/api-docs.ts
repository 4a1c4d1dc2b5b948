import type { Translation } from '../shape.ts';
import type en from '../en/api-docs.ts';

/** API ページの文 */
export default {
  title: 'API',
  intro:
    'このサイトに表示されるデータは、すべてプログラムから取得できます。形式は JSON で、API キーは不要、どのオリジンからでも使えます。',
  errors: 'エラーは RFC 9457 の形式で、type は変わりません。一覧はカーソルと Link ヘッダーで続きを取得します。',
  document: 'OpenAPI 文書',
  example: '例: ある機種の最新の測定',
  automation: 'スクリプトによる測定',
  automationIntro:
    'autorun=1 を付けると測定が自動的に始まります。JSON で渡したプランを実行し、記録を window.opfsmark に残します。プランには、記録にあるものをそのまま、または一部だけ渡せます。無視した値はページに表示されます。Playwright の例:',
  data: '全データ',
  dataIntro:
    '公開された結果は毎晩すべて、元のヒストグラムを含めて Parquet ファイルに書き出されます。順位はすべてこのファイルだけから計算し直せます (ソースの npm run recompute)。削除された結果は、ファイルからもすぐに消えます。',
  dataManifest: '最新のスナップショットのファイル一覧',
  dataLicense: 'データのライセンス: CC BY 4.0',
  operations: '操作',
  schemas: 'スキーマ',
  parameters: 'パラメーター',
  required: '必須',
  body: '本文',
  token: 'トークンが必要',
  answers: '応答',
  others: 'リダイレクトとエラー',
  status: 'ステータス',
  meaning: '意味',
  type: '型',
  english: '名前と概要は OpenAPI 文書のもので、英語です。',
  down: '今は文書を読み込めません。少し待ってもう一度試してください。',
} satisfies Translation<typeof en>;
