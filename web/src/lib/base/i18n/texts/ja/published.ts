import type { Translation } from '../shape.ts';
import type en from '../en/published.ts';

/** 日本語 */
export default {
  'stutter-eeepc':
    '初期のネットブックの SSD はプチフリーズを起こしました。0.5秒を超えるわずかな呼び出しが、全時間の4割を占めています。',
  'small-files-eeepc':
    'アクセスを減らすはずの設定の前と後で、同じ小さなファイル群をコピーしたものです。結果は遅くなりました。',
  'block-sweep-nvme':
    '毎秒の回数は 4 KiB までほぼ同じで、そこから減ります。毎秒のバイト数はドライブの限界まで増えます。ブロック層を通すと、同じドライブでも大きなブロックの速さが下がります。',
  'durability-nvme': '同じ 1 GiB を、メモリーに書くか、本当にドライブに書くか。後者は20倍の時間がかかりました。',
  'database-insert':
    '200万件の挿入で、ハードディスクでは時間の9割が待ち時間でした。SSD ではプロセッサーが限界になりました。',
  'filesystems-usb-ssd':
    '1台のドライブを3通りにフォーマットしたものです。違うのはファイルシステムだけで、小さな書き込みには10倍以上の差があります。',
  'hdd-ssd-hybrid':
    'SSD との比を10のべき乗で示したものです。ハードディスクは1～3桁遅く、ハイブリッドディスクが速いのは同じブロックを繰り返し読むときだけです。',
} satisfies Translation<typeof en>;
