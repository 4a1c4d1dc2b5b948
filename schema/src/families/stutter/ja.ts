import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about:
    '負荷をかけてもドライブは止まらないか？4 KiB の読み書きを同時に行い、プチフリの長さと、時間に占める割合を調べます。',
  names: {
    longest: '最長の呼び出し',
    stalls: 'プチフリの回数',
    'stall-share': 'プチフリが占める時間',
    mean: '呼び出しの平均',
  },
} satisfies Translation<typeof en>;
