import { type Check, type Checkup, outcomeOf } from '@opfsmark/schema/checkup';
import { clientName } from '@opfsmark/schema/client-name';
import type { Format } from '$lib/base/format/format.ts';
import { browserName } from './name.ts';
import type { Texts } from '$lib/base/i18n/texts.ts';

type CheckupTexts = Texts<'checkup'>;

/** Times of single calls, which are told in steps of the clock. */
const OF_CALLS: ReadonlySet<string> = new Set(['before_ns', 'after_ns', 'call_ns']);
/** Sizes that were chosen. */
const CHOSEN: ReadonlySet<string> = new Set(['bytes', 'allocated_bytes']);

/** A number of a check by its name, which ends in its unit. */
function valueText(name: string, value: number, format: Format, clockStepNs: number): string {
  if (OF_CALLS.has(name)) return format.latencyText(value, clockStepNs);
  if (name.endsWith('_ns')) return format.durationText(value);
  if (CHOSEN.has(name)) return format.binaryBytes(value);
  if (name.endsWith('bytes') || name === 'bytes_read') return format.bytes(value);
  return format.number(value, Number.isInteger(value) ? 0 : 1);
}

/** The finding, in one or two sentences. */
export function findingText(
  t: CheckupTexts,
  { finding, values, error }: Check,
  format: Format,
  clockStepNs: number,
): string {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(name, value, format, clockStepNs)]),
  );
  // Each finding has its own values, which its text names.
  const say = t.findings[finding] as (values: Readonly<Record<string, string>>) => string;
  const counted_bytes = texts['counted_bytes'];
  return format.sentences([
    say(texts),
    ...(counted_bytes === undefined ? [] : [t.counted({ counted_bytes })]),
    ...('expired_s' in values ? [t.expired()] : []),
    ...(error === undefined ? [] : [t.threw({ error })]),
  ]);
}

/** The sentence over a report: what it lacks by name. */
export function outcomeText(t: CheckupTexts, checks: readonly Check[], format: Format): string {
  const outcome = outcomeOf(checks);
  const names = format.list(checks.filter(({ state }) => state === 'lacks').map(({ id }) => t.checks[id]()));
  return outcome === 'measures' ? t.outcomes.measures() : t.outcomes[outcome]({ names });
}

export function clientText(t: CheckupTexts, client: Checkup['client']): string {
  return t.client({ browser: browserName(client), os: clientName(client.os) });
}
