import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about: '多数の小さなファイルにかかる時間は？作成、コピー、削除を測ります。コピーの内容はすべて検証します。',
  names: {
    ll_512k: 'LL、512 KiB',
    ll_4k: 'LL、4 KiB',
    hl_4k: 'HL、4 KiB',
    create: '作成',
    copy: 'コピー',
    delete: '削除',
  },
  files: 'ファイル数',
  atOnce: '同時',
  hint: 'LL は各ファイルを同期ハンドルで開き、64 KiB のバッファーで読み書きします。HL は非同期 API に任せます (Safari がこの API で書き込めるのはバージョン 26 以降)。値は試行の中央値です。削除は元のファイルとコピーの両方を対象とします。',
  verified: '{files}個のコピーを検証しました。',
} satisfies Translation<typeof en>;
