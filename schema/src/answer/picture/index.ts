export { CARD_SIZE, cardSvg, type CardNames } from './card.ts';
export { COLORS, escapeXml, type Measure } from './svg.ts';
