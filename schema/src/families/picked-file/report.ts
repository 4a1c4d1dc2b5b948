import { amount } from '../../figures/figure.ts';
import {
  NO_REPORT,
  phrase,
  type Cell,
  type CommonWords,
  type Described,
  type FamilyReport,
  type Phrase,
  type Translation,
} from '../report.ts';
import type en from './en.ts';
import { pickedFileFigures, type PickedFileFigures } from './figures.ts';
import type { PickedFilePlan, PickedFileResult } from './schema.ts';

export { default as english } from './en.ts';

type Words = Translation<typeof en>;

/** The verdicts of a run on the drive, in sentences; nothing that it did not show. */
function verdictsOf({ pair, best, ceilingBytesPerS }: PickedFileFigures, words: Words): Phrase[] {
  const phrases: Phrase[] = [];
  if (pair) {
    const again = amount(pair.againNs, 'call_ns');
    if (pair.driveNs !== null) phrases.push(phrase(words.driveTime, { time: amount(pair.driveNs, 'call_ns'), again }));
    else if (pair.origin === 'mixed')
      phrases.push(phrase(words.partly, { share: amount(pair.shareFromMemory, 'share') }));
    else phrases.push(phrase(words.noDrive));
  }
  if (best) {
    const rate = amount(best.bytesPerS, 'bytes_per_s');
    if (best.isAtLeast)
      phrases.push(phrase(words.readAtLeast, { rate, ceiling: amount(ceilingBytesPerS, 'bytes_per_s') ?? '–' }));
    else phrases.push(phrase(best.origin === 'drive' ? words.read : words.readPartly, { rate }));
  }
  return phrases;
}

export function report(
  { result, isRunning }: Described<PickedFilePlan, PickedFileResult>,
  words: Words,
  common: CommonWords,
): FamilyReport {
  const figures = pickedFileFigures(result);
  const { pair, inOrder } = figures;
  const rows: Cell[][] = [
    ...(pair
      ? [
          [
            words.names['random-read'],
            amount(pair.driveNs, 'call_ns', 'drive'),
            amount(pair.firstNs, 'call_ns', pair.origin),
            amount(pair.againNs, 'call_ns', 'memory'),
          ],
        ]
      : []),
    ...inOrder.map(({ inFlight, bytesPerS, againBytesPerS, origin, isAtLeast }) => {
      const isOfDrive = isAtLeast || origin === 'drive';
      return [
        words.names[`in-order-${inFlight}`],
        isOfDrive ? { ...amount(bytesPerS, 'bytes_per_s', 'drive'), isAtLeast } : null,
        amount(bytesPerS, 'bytes_per_s', origin),
        amount(againBytesPerS, 'bytes_per_s', 'memory'),
      ];
    }),
  ];
  if (rows.length === 0) return NO_REPORT;
  return {
    lead: verdictsOf(figures, words),
    hints: [...(inOrder.length === 0 && !isRunning ? [phrase(words.small)] : []), phrase(words.onlyRead)],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [{ name: common.test }, { name: words.drive }, { name: words.first }, { name: words.again }],
        rows,
        hints: [phrase(words.hint)],
      },
    ],
  };
}
