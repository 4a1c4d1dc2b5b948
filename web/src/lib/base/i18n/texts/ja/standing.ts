import type { Translation } from '../shape.ts';
import type en from '../en/standing.ts';

export default {
  standing: '位置づけ',
  standingOf: '{test}: {value} {unit}',
  standingFaster: '{machines} 台中 {share} より速い',
  standingFew: 'まだ {machines} 台なので、判断できません',
  standingFilesystem: '{os} の {filesystem}',
  standingRank: '機種の中で {rank} 位',
  standingTied: '機種の中で {rank} 位 (同順位あり)',
  standingProvisional: '暫定: 順位を付けるには台数が足りません',
  standingFirst: '同じ条件の結果はまだ数えられていません。',
} satisfies Translation<typeof en>;
