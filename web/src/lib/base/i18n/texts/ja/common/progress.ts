import type { Translation } from '../../shape.ts';
import type en from '../../en/common/progress.ts';

export default {
  run: { result: '結果' },
} satisfies Translation<typeof en>;
