import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  names: { read: '読み込み', write: '書き込み', mix: 'ミックス' },
  byBlock: 'ブロックサイズごとのスループット',
  byQueue: 'キューの深さごとの IOPS',
  latencyByQueue: 'キューの深さごとのレイテンシー',
  block: 'ブロックサイズ',
  queues: 'キューの深さ',
  knee: '{direction}: 最高 {best} ({at})。{knee} でその {share} に達します。',
  cached: '書き込んだ直後のファイルなので、メモリーから読み込んだ可能性があります。',
} satisfies Translation<typeof en>;
