import type { Translation } from '../../shape.ts';
import type en from '../../en/common/progress.ts';

export default {
  run: { result: '結果', measuring: '測定しています…' },
} satisfies Translation<typeof en>;
