import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { sentenceInEnglish } from '@opfsmark/schema/answer/words/sentence-in-english';
import { figureTitle } from '@opfsmark/schema/answer/words/figure-names';
import type { RunFigure, RunView } from '@opfsmark/schema/api';
import type { FamilyId, FamilyRecord, RunRecord } from '@opfsmark/schema/families';
import { figureText, memoryMark } from '@opfsmark/schema/figures';
import { familyName } from '../boards/names.ts';
import { familyTitle } from '../figures/words.ts';
import { gridText } from './grid-text.ts';

const RULE = '-'.repeat(78);
const NAME_WIDTH = 36;
const VALUE_WIDTH = 16;

/** The lines of a family's numbers. A method, so that the table below fits where any family is meant. */
interface Body<Record extends RunRecord> {
  linesOf(record: Record, view: RunView): string[];
}

/** One line per figure: "  SQLite reads by key        :      6,215 rows/s (from memory)" */
const LIST: Body<RunRecord> = {
  linesOf: ({ family, plan }, { figures }) => [
    ...figures.map((figure) => listLine(family, figure)),
    '',
    `Profile: ${plan.profile}`,
  ],
};

const BODIES: { readonly [Id in FamilyId]: Body<FamilyRecord<Id>> } = {
  matrix: { linesOf: gridText },
  stutter: LIST,
  'small-files': LIST,
  'block-sweep': LIST,
  'queue-sweep': LIST,
  durability: LIST,
  sustained: LIST,
  database: LIST,
  'app-storage': LIST,
  'picked-folder': LIST,
  'picked-file': LIST,
};

/** A run as text. */
export function runText(view: RunView): string {
  const { record, declared } = view;
  const { plan, environment, family } = record;
  const { browser, os } = environment.client;
  const body: Body<RunRecord> = BODIES[family];
  const lines = [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), ${familyTitle(family)}`,
    RULE,
    `* ${sentenceInEnglish(record)}`,
    ...body.linesOf(record, view),
    ...pausesInEnglish(record).map((said) => `   Note: ${said}`),
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')}`,
    `     OS: ${version(os)}, ${version(browser)}`,
    `Comment: ${declared.device}${declared.filesystem === undefined ? '' : ` (${declared.filesystem})`}`,
    '',
  ];
  return lines.join('\r\n');
}

function version({ family, major }: { family: string; major: number | null }): string {
  return major === null ? familyName(family) : `${familyName(family)} ${major}`;
}

function listLine(family: FamilyId, figure: RunFigure): string {
  const { value, unit, interval } = figureText(figure);
  const name = figureTitle(family, figure).padEnd(NAME_WIDTH);
  const range = interval === null ? '' : ` (${interval.low} to ${interval.high})`;
  const mark = memoryMark(figure);
  return `  ${name}: ${`${value} ${unit}`.padStart(VALUE_WIDTH)}${range}${mark === null ? '' : ` (${mark})`}`;
}
