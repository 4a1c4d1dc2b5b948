export { CARD_SIZE, cardSvg, type CardNames } from './card.ts';
export { escapeXml, type Measure } from './svg.ts';
