import type { Translation } from '../../shape.ts';
import type en from '../../en/common/chart.ts';

export default {
  chart: {
    label: '{title}: 下の表のグラフ',
    table: '表で見る',
    allRows: '全{count}行',
  },
} satisfies Translation<typeof en>;
