import type { Translation } from '../shape.ts';
import type en from '../en/standing.ts';
import metrics from './board/metrics.ts';
import units from './board/units.ts';

export default {
  metrics,
  units,
  standing: '位置づけ',
  standingOf: '{test}: {value}',
  standingFaster: '{networks}ネットワークの {share} より高速',
  standingFew: 'まだ{networks}ネットワークなので判断できません',
  standingFilesystem: '{os} の {filesystem}',
  standingRank: '機種の中で{rank}位',
  standingTied: '機種の中で{rank}位 (同順位あり)',
  standingListed: '機種の中で値の順に{position}番目 (未確認)',
  standingListedOf: '機種{total}件中{position}番目 (未確認)',
  sustained: '持続書き込み',
  sustainedOf: '最大 16 GiB 書き込んだあとの値は {value} ({networks}ネットワークの中央値) で、この結果はバーストです',
  standingFirst: '比較できる結果はまだありません。',
} satisfies Translation<typeof en>;
