import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about: 'フラッシュのコストは？同じデータを、フラッシュなし、最後に1回、毎回の3通りで書き込みます。',
  names: {
    none: 'フラッシュなし',
    end: '最後に1回フラッシュ',
    each: '毎回フラッシュ',
  },
  call: '書き込み1回の平均',
  measured: '測定時間',
  chart: 'フラッシュなしと比べた速度',
  summary: '書き込みごとにフラッシュすると、速度は {ratio} になります ({loops}ループ)。',
  short: 'フラッシュする書き込みの測定は2秒未満です。それより長く続けたときの様子は分かりません。',
} satisfies Translation<typeof en>;
