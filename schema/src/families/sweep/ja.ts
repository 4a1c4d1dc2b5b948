import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about: {
    'block-sweep': 'どのブロックサイズが有利か？1回の呼び出しを 512 B から 16 MiB まで変えて、スループットを測ります。',
    'queue-sweep': '並列にするとどれだけ速くなるか？同時に1～64件を呼び出し、IOPS とレイテンシーを測ります。',
  },
  names: { read: '読み込み', write: '書き込み', mix: 'ミックス' },
  byBlock: 'ブロックサイズごとのスループット',
  byQueue: 'キューの深さごとの IOPS',
  latencyByQueue: 'キューの深さごとのレイテンシー',
  block: 'ブロックサイズ',
  queues: 'キューの深さ',
  knee: '{direction}: 最高 {best} ({at})。{knee} でその {share} 以上に達します。',
  peak: '{direction}: 最高 {best} ({at})。これより小さいと、その {share} に達しません。',
  cached: '書き込んだ直後のファイルなので、メモリーから読み込んだ可能性があります。',
} satisfies Translation<typeof en>;
