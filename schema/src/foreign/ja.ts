import type { Translation } from '../answer/words/shape.ts';
import type en from './en.ts';

export default {
  direct: '別のツールの報告、ダイレクト I/O',
  buffered: '別のツールの報告、ページキャッシュ経由',
  problems: {
    not_understood: '{line}行目を読み取れませんでした: {text}',
    not_measured: '{line}行目: 測定されていません: {text}',
    repeated: '{line}行目: 同じテストが2度あるため、最初のものだけを表示します: {text}',
    mixed: '{line}行目: 読み書き混合は比較しません: {text}',
    direction_missing: '{line}行目: 読み取りか書き込みか分かりません: {text}',
    job_options: '{line}行目: このジョブには rw と1つの bs が書かれていないため、どのテストか分かりません: {text}',
    job_parts: '{line}行目: このジョブのプロセスがすべてそろっていないため、表示しません: {text}',
    job_failed: '{line}行目: このジョブはエラーで終わったため、表示しません: {text}',
    cut_off: 'テキストが{line}行目で途切れています。読み取れたところまで表示します。',
    too_long: '最初の{text}だけを読みました。これらのツールの結果はもっと短いはずです。ファイルを確かめてください。',
    tool_unknown:
      'CrystalDiskMark、AmorphousDiskMark、KDiskMark、fio (JSON) の結果が見つかりません。最初の行からすべて貼り付けてください。',
    own_result:
      'これは OPFSMark の結果です。リンクで比較するか、コマンドラインで --json のファイルを比較してください。',
    nothing: '比較できる数値がありません。',
    more: 'ほかに{text}行あります。',
  },
} satisfies Translation<typeof en>;
