import type { Estimate, JobSpec } from '@opfsmark/schema/schedule';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';
import { KIB, MIB, type Row, rowShortName } from '@opfsmark/schema/documents';
import type { Progress } from '@opfsmark/core';
import { assertNever } from '$lib/base/assert-never.ts';

/** The time and bytes of a click, in one sentence: everywhere the same. `prepares`: it writes a file for after a restart. */
export function expectedText(
  { seconds, secondsMax, bytesWrittenMax }: Estimate,
  prepares: boolean,
  { prepareEstimate, estimateUpTo }: Texts<'run'>['setup']['cache'],
  { t: { control }, format }: Pick<I18n, 't' | 'format'>,
): string {
  const time = format.seconds(seconds);
  if (bytesWrittenMax === 0) return control.estimateOfReads({ time });
  const values = { time, most: format.seconds(secondsMax), bytes: format.bytes(bytesWrittenMax) };
  if (prepares) return prepareEstimate(values);
  return secondsMax > seconds ? estimateUpTo(values) : control.estimate(values);
}

/** "RND4K Q32 write"; empty where the family has no rows. */
export function testName(rows: readonly Row[], head: JobSpec | null, t: Texts<'site'>): string {
  const row = head ? rows[head.row] : undefined;
  return head && row ? `${rowShortName(row)} ${t.direction[head.direction]()}` : '';
}

/** "Small reads (RND4K Q1)": a test in words, with its name; of a size that has no word, the name alone. */
function testInWords(
  rows: readonly Row[],
  head: JobSpec | null,
  texts: Texts<'run'>['progress'],
  t: Texts<'site'>,
): string {
  const row = head ? rows[head.row] : undefined;
  if (!head || !row) return '';
  const { pattern, block_bytes } = row;
  const size =
    pattern === 'sequential' && block_bytes >= MIB
      ? 'large'
      : pattern === 'random' && block_bytes === 4 * KIB
        ? 'small'
        : null;
  if (size === null) return testName(rows, head, t);
  const { progress } = texts;
  return progress.inWords({ words: progress[size][head.direction](), row: rowShortName(row) });
}

/** A drive that stalls for so long, or dies, is told. */
const STILL_S = 10;

/** The progress of this moment, in one line. `measuring` is said where no single test has a name. */
export function progressText(
  progress: Progress | null,
  rows: readonly Row[],
  measuring: string,
  texts: Texts<'run'>['progress'],
  i18n: Pick<I18n, 't' | 'format'>,
): string {
  if (!progress) return texts.progress.starting();
  const what = phaseText(progress, rows, measuring, texts, i18n);
  if (progress.stillSeconds < STILL_S) return what;
  return texts.progress.still({ what, time: i18n.format.seconds(Math.floor(progress.stillSeconds)) });
}

function phaseText(
  progress: Progress,
  rows: readonly Row[],
  measuring: string,
  texts: Texts<'run'>['progress'],
  { t, format }: Pick<I18n, 't' | 'format'>,
): string {
  const test = testInWords(rows, progress.job, texts, t);
  switch (progress.phase) {
    case 'preparing':
      return texts.progress.preparing();
    case 'filling':
      return texts.progress.filling();
    case 'forgetting':
      return texts.progress.forgetting({ bytes: format.bytes(progress.clearedBytes ?? 0) });
    case 'cleaning':
      return texts.progress.cleaning();
    case 'verifying':
      return test === '' ? measuring : texts.progress.verifying({ test });
    case 'resting':
      return test === '' ? measuring : texts.progress.resting({ test });
    case 'measuring':
      if (test === '') return measuring;
      if (progress.loop === 0) return texts.progress.warmUp({ test });
      if (progress.passKind === 'latency') return texts.progress.latency({ test });
      if (progress.passKind === 'flush_each') return texts.progress.flushEach({ test });
      if (progress.loops === 1) return test;
      return texts.progress.loop({ test, loop: progress.loop, loops: progress.loops });
    default:
      return assertNever(progress.phase);
  }
}

/** Below half a second no time is shown: the last step is overrunning its estimate. */
const ALMOST_DONE_S = 0.5;
/** By so much must the most exceed what is expected to be said. */
const WIDE = { times: 1.25, seconds: 4 } as const;

/** The time left, and its bound for as long as the run may still take much longer. */
export function timeLeftText(
  { secondsLeft, secondsLeftMax }: Pick<Progress, 'secondsLeft' | 'secondsLeftMax'>,
  seconds: (seconds: number) => string,
  texts: Texts<'run'>['progress'],
): string {
  const { almostDone, left, leftUpTo } = texts.progress;
  const isWide = secondsLeftMax > Math.max(WIDE.times * secondsLeft, secondsLeft + WIDE.seconds);
  if (isWide) return leftUpTo({ time: seconds(Math.max(1, secondsLeft)), most: seconds(secondsLeftMax) });
  return secondsLeft < ALMOST_DONE_S ? almostDone() : left({ time: seconds(secondsLeft) });
}
