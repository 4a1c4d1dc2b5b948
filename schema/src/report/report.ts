import { figuresOf, isRecordOf } from '../families/families.ts';
import { isScore, SCORE_KINDS, type ScoreKind, scoreOf } from '../families/matrix/score.ts';
import type { RunRecord } from '../families/checks.ts';
import type { Answer } from '../families/answer.ts';
import { answerOf } from '../answer/of.ts';
import english from '../answer/words/en.ts';
import { LANGUAGES } from '../answer/words/languages.ts';
import { pointsText, placeText } from '../answer/words/score.ts';
import { noteText, sentenceText } from '../answer/words/sentence.ts';
import { numbersIn } from '../answer/words/ruler.ts';
import type { Declaration } from '../documents/declaration.ts';
import type { FamilyReport } from '../families/report.ts';
import commonEnglish, { pictures } from '../figures/words/en.ts';
import { amount, type Figure, type Quantity } from '../figures/figure.ts';
import { englishOf, familyReport } from './families.ts';
import { figureQuantity, type Formatter, formatterIn } from './format.ts';
import { nameText } from './names.ts';

interface ReportScore {
  readonly kind: ScoreKind;
  /** "drive between a SATA SSD and an NVMe SSD, 5,540 points (4,710 to 6,520)", or why there is none. */
  readonly text: string;
}

/** The scores of a run; a family that has none gives none. */
function scoresOf(record: RunRecord): ReportScore[] {
  if (!isRecordOf(record, 'matrix')) return [];
  return SCORE_KINDS.map((kind) => {
    const score = scoreOf(record, kind);
    const name = kind.replace('_', ' ');
    if (!isScore(score)) {
      const why = pictures.score.none[score.reason];
      return { kind, text: `${name}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` };
    }
    const numbers = numbersIn(LANGUAGES.en);
    const place = placeText(score, english, numbers);
    const placed = kind === 'drive' ? ` ${place.charAt(0).toLowerCase()}${place.slice(1)},` : '';
    return { kind, text: `${name}${placed} ${pointsText(score, english, numbers)}` };
  });
}

/** Facts of a run that are not in its record. */
export interface About {
  /** Absent before it is published. */
  readonly run_id?: string;
  readonly declared?: Partial<Declaration>;
  /** Warnings of moderators about it. */
  readonly warnings?: readonly string[] | undefined;
  /** Bytes per second of a sustained write in the same browser, in the long run. */
  readonly sustained?: number | null;
}

/** A number that stands for the result, most telling first. */
export interface ReportFigure
  extends
    Pick<Figure, 'id' | 'unit' | 'better' | 'value' | 'low' | 'high' | 'once'>,
    // Other programs say neither.
    Partial<Pick<Figure, 'direction' | 'row'>> {
  /** In words: "RND4K Q1 read, drive". */
  readonly name: string;
  readonly quantity: Quantity;
  readonly p99: Quantity | null;
}

/**
 * A result described once: what every file, terminal and list writes of it, and nothing else. In English, because files
 * are read by others and by programs.
 */
export interface Report extends FamilyReport {
  readonly record: RunRecord;
  readonly about: About;
  /** The name of the test: "Database". */
  readonly title: string;
  readonly answer: Answer;
  readonly sentence: string;
  /** Notes that a reader must have before the numbers, most serious first. */
  readonly notes: readonly string[];
  readonly figures: readonly ReportFigure[];
  readonly scores: readonly ReportScore[];
  readonly format: Formatter;
}

/** Numbers in English, by a clock of this step. */
export const englishFormat = (clockStepNs: number): Formatter =>
  formatterIn(LANGUAGES.en, { ...commonEnglish, origins: english.origins }, clockStepNs);

export function reportOf(record: RunRecord, about: About = {}): Report {
  const { family, environment, plan, result } = record;
  const words = englishOf(family);
  const answer = answerOf(record);
  const numbers = numbersIn(LANGUAGES.en);
  return {
    ...familyReport(family, { plan, result, environment }, words, commonEnglish),
    record,
    about,
    title: english.families[family].name,
    answer,
    sentence: sentenceText(answer, english, numbers, 'visitor'),
    notes: [...(about.warnings ?? []), ...answer.notes.map((note) => noteText(note, answer, english, numbers))],
    figures: figuresOf(record).map((figure) => {
      const { id, unit, better, direction, row, value, low, high, once } = figure;
      const quantity = figureQuantity(figure);
      return {
        ...{ id, unit, better, direction, row, value, low, high, once },
        name: nameText(figure.name, words),
        quantity,
        p99: amount(figure.p99_ns, 'call_ns', quantity.origin),
      };
    }),
    scores: scoresOf(record),
    format: englishFormat(environment.clock_step_ns),
  };
}
