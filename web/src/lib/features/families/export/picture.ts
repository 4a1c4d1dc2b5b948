import { cardSvg, type Measure } from '@opfsmark/schema/answer/picture';
import { numbersIn } from '@opfsmark/schema/answer/words';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES, type Language } from '@opfsmark/schema/answer/words/languages';
import type { RunRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/text.ts';
import { PICTURE_FONT, pngOf } from '$lib/base/svg-picture.ts';

interface PictureOptions {
  /** Bytes per second of a sustained write in this browser in the long run; `null` where there was none. */
  readonly sustained: number | null;
  readonly language: Language;
  /** The names of a published result; none where nobody has given one. */
  readonly names: readonly string[];
  /** Warnings of moderators about it. */
  readonly warnings?: readonly string[] | undefined;
}

/** The card of a record as SVG, in the page's language. */
export function recordCard(
  record: RunRecord,
  { language, names, sustained, warnings = [] }: PictureOptions,
  measure: Measure,
): string {
  const { browser, os } = record.environment.client;
  const client = `${clientName(browser)} · ${clientName(os)}`;
  const [title = client, ...others] = names;
  const run = [record.plan.profile, record.started_at.slice(0, 10)];
  return cardSvg(record, {
    title,
    details: (names.length === 0 ? run : [...others, client, ...run]).join(' · '),
    words: ALL_WORDS[language].answer,
    pictures: ALL_WORDS[language].pictures,
    numbers: numbersIn(LANGUAGES[language]),
    sustained: sustained === null ? null : sustained / 1e6,
    warnings,
    font: PICTURE_FONT,
    measure,
  });
}

/** The card of a record as PNG: the same that other sites show of a published one. */
export const recordPicture = (record: RunRecord, options: PictureOptions): Promise<Blob> =>
  pngOf((measure) => recordCard(record, options, measure));
