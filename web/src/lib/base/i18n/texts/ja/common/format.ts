import type { Translation } from '../../shape.ts';
import type en from '../../en/common/format.ts';

export default {
  format: {
    comma: '、',
    s: '{count}秒',
    min: '{count}分',
    h: '{count}時間',
  },
} satisfies Translation<typeof en>;
