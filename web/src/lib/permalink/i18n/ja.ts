import type { Translation } from '$lib/i18n/types.ts';
import type en from './en.ts';

export default {
  pageTitle: '{device}: {profile}の結果',
  by: '{os} の {browser}',
  declared: '申告された内容',
  declaredHint: '公開した人による申告です。ウェブページからは確認できません。',
  runSame: '同じ測定を実行',
  ogDescription: '{drive} で {value} ({test}、書き込み+フラッシュ)。{os} の {browser} で測定。',
  ogDescriptionPlain: '{os} の {browser} で測定。',
  held: '確認待ちのため、順位は付きません。',
  standing: '位置づけ',
  standingOf: '{test}: {value} {unit}',
  standingFaster: '{machines|number} 台中 {share} より速い',
  standingFew: 'まだ {machines|number} 台なので、判断できません',
  standingFilesystem: '{os} の {filesystem}',
  standingRank: '機種の中で {rank|number} 位',
  standingTied: '機種の中で {rank|number} 位 (同順位あり)',
  standingProvisional: '暫定: 順位を付けるには台数が足りません',
  standingFirst: '同じ条件の結果はまだ数えられていません。',
} satisfies Translation<typeof en>;
