import type { Translation } from '../../shape.ts';
import type en from '../../en/board/units.ts';

export default {
  bytes_per_s: 'MB/s',
  iops: 'IOPS',
  files_per_s: 'ファイル/秒',
  ns: 'レイテンシー',
  points: '点',
} satisfies Translation<typeof en>;
