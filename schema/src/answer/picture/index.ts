export { CARD_SIZE, cardSvg, type CardNames } from './card.ts';
export type { Measure } from './svg.ts';
