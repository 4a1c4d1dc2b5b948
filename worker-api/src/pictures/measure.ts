import type { Measure } from '@opfsmark/schema/answer/picture';

/** Widths of the characters from U+0020 to U+007E in the fonts of ../../assets, in thousandths of the font size. */
const ADVANCES = {
  regular: [
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555,
    555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812,
    723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620,
    554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338,
    270, 338, 555,
  ],
  bold: [
    227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590, 590, 590, 590,
    590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717, 757, 330, 568, 686, 578, 853,
    749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644,
    581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626, 644, 644, 436, 495, 421, 637, 576, 863, 562, 574, 511, 378,
    296, 378, 590,
  ],
} as const;

/** Of other Latin letters and signs on average; kana and kanji are as wide as high. */
const MEAN = 600;
const WIDE = 1000;

/** How wide the service sets a text. */
export const measure: Measure = (text, fontPx, bold = false) => {
  const advances: readonly number[] = ADVANCES[bold ? 'bold' : 'regular'];
  const widthOf = (letter: string) => {
    if (letter === '\u00a0') return advances[0] ?? MEAN;
    return letter > '\u2e7f' ? WIDE : (advances[(letter.codePointAt(0) ?? 0) - 0x20] ?? MEAN);
  };
  return (Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * fontPx) / 1000;
};
