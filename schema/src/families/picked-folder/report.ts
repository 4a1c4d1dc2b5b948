import { amount } from '../../figures/figure.ts';
import { type CommonWords, type Described, type FamilyReport, NO_REPORT, phrase, type Translation } from '../report.ts';
import type en from './en.ts';
import { pickedFigure, pickedOrigin } from './figures.ts';
import type { PickedFolderPlan, PickedFolderResult } from './schema.ts';

export { default as english } from './en.ts';

export function report(
  { result }: Described<PickedFolderPlan, PickedFolderResult>,
  words: Translation<typeof en>,
  common: CommonWords,
): FamilyReport {
  const figures = result.cells.flatMap((cell) => {
    const figure = pickedFigure(cell, result);
    return figure ? [{ cell, ...figure }] : [];
  });
  const pickedFigures = figures.filter(({ cell }) => cell.place === 'picked');
  if (pickedFigures.length === 0) return NO_REPORT;
  const ceilingOf = (step: string) => figures.find(({ cell }) => cell.place === 'ceiling' && cell.step === step);
  const writeFigure = pickedFigures.find(({ cell }) => cell.step === 'write');
  return {
    lead: [],
    hints: writeFigure
      ? [
          phrase(words.closed, {
            open: amount(writeFigure.cell.elapsed_ns, 'ns'),
            close: amount(writeFigure.cell.close_ns, 'ns'),
            rate: amount(writeFigure.closedBytesPerS ?? 0, 'bytes_per_s'),
          }),
        ]
      : [],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [
          { name: common.test },
          { unit: 'bytes_per_s' },
          { unit: 'items_per_s' },
          { name: common.p50 },
          { name: common.p99 },
          { name: words.ceiling },
          { name: words.ofCeiling },
        ],
        rows: pickedFigures.map(({ cell, bytesPerS, opsPerS, p50Ns, p99Ns, ofCeiling }) => {
          const origin = pickedOrigin(cell);
          const ceiling = ceilingOf(cell.step);
          return [
            words.names[cell.step],
            amount(bytesPerS, 'bytes_per_s', origin),
            amount(opsPerS, 'items_per_s', origin),
            amount(p50Ns, 'call_ns', origin),
            amount(p99Ns, 'call_ns', origin),
            // The head says where it came from.
            ceiling ? (amount(ceiling.bytesPerS, 'bytes_per_s') ?? amount(ceiling.opsPerS, 'items_per_s')) : null,
            amount(ofCeiling, 'share'),
          ];
        }),
        hints: [phrase(words.hint)],
      },
    ],
  };
}
