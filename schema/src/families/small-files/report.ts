import { amount, quantity } from '../../figures/figure.ts';
import { sum } from '../../documents/stats.ts';
import { type CommonWords, type Described, type FamilyReport, NO_REPORT, phrase, type Translation } from '../report.ts';
import type en from './en.ts';
import { smallFileFigures } from './figures.ts';
import type { SmallFilesPlan, SmallFilesResult } from './schema.ts';

export { default as english } from './en.ts';

export function report(
  { result: { cases } }: Described<SmallFilesPlan, SmallFilesResult>,
  words: Translation<typeof en>,
  common: CommonWords,
): FamilyReport {
  const rows = cases.flatMap((fileCase) =>
    smallFileFigures(fileCase).map((figure) => [
      `${words.names[fileCase.id]} ${words.names[figure.step]}`,
      quantity(figure.interval, 'files_per_s', null),
      amount(figure.seconds * 1e9, 'ns', null),
      amount(fileCase.files, 'count'),
      amount(fileCase.in_flight, 'count'),
      amount(figure.bytesPerS, 'bytes_per_s', null),
    ]),
  );
  if (rows.length === 0) return NO_REPORT;
  return {
    lead: [],
    hints: [],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [
          { name: common.test },
          { unit: 'files_per_s' },
          { name: common.time },
          { name: words.files },
          { name: words.atOnce },
          { unit: 'bytes_per_s' },
        ],
        rows,
        hints: [
          phrase(words.hint),
          phrase(words.verified, { files: amount(sum(cases.map(({ verified_files }) => verified_files)), 'count') }),
        ],
      },
    ],
  };
}
