import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about:
    '混雑しているとき、保存にどれだけ待たされるか？ドライブの能力の 10 %、50 %、90 % の割合で、4 KiB のフラッシュ付き書き込みをランダムな時刻に始め、順番待ちも含めて測ります。ほかのテストは、前の呼び出しが終わってから次を始めます。',
  names: {
    capacity: 'ドライブの能力',
    'load-10': '負荷 10 %',
    'load-50': '負荷 50 %',
    'load-90': '負荷 90 %',
  },
  load: '負荷',
  writes: '書き込み回数',
  longest: '最長',
  chart: '負荷ごとのレイテンシー',
  capacity: 'このドライブは、フラッシュ付きの書き込みを毎秒{rate}回こなします ({low}～{high})。',
  capacityOnce: 'このドライブは、フラッシュ付きの書き込みを毎秒{rate}回こなします。',
  due: '時間は書き込むはずだった時刻から数えるので、順番待ちを含みます。',
  late: 'ブラウザの起きるのが遅れ、書き込みの開始が平均 {time} 遅れました。時間にはその遅れが含まれます。',
  behind: '{load}ではドライブが追いつかず、{calls}回の書き込みを省きました。',
} satisfies Translation<typeof en>;
