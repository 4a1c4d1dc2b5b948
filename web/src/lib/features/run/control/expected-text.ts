import type { Estimate } from '@opfsmark/schema/schedule';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';

/** What a click takes and writes, in one sentence: everywhere the same. `prepares`: it writes a file for after a restart. */
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
