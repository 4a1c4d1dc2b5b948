import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  names: {
    longest: '最長の呼び出し',
    stalls: 'プチフリの回数',
    'stall-share': 'プチフリが占める時間',
    mean: '呼び出しの平均',
  },
} satisfies Translation<typeof en>;
