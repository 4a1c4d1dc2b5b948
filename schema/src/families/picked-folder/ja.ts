import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about:
    '別のドライブの速さは？そのドライブのフォルダーを選ぶと、ページから使える方法で読み書きし、このブラウザがメモリー上で出せる速さと並べます。',
  names: {
    picked: '選んだフォルダー:',
    ceiling: 'メモリー上:',
    write: '書き込み 1 MiB',
    seq_read: 'シーケンシャル読み込み 1 MiB',
    rnd_read: 'ランダム読み込み 4 KiB',
    create: '小さなファイルの作成 4 KiB',
    delete: '小さなファイルの削除',
  },
  ceiling: 'メモリー上',
  ofCeiling: 'メモリー上との比',
  closed: '書き込みに {open}、閉じるのに {close}。全体で {rate} です。',
  hint: 'ページから選んだフォルダーへのアクセスは遅いため、同期ハンドルの結果とは比べられません (ランキングも別です)。メモリー上の値に近いときは、ドライブではなくブラウザの速さです。書き込んだ直後のデータはメモリーから読み込まれます。',
} satisfies Translation<typeof en>;
