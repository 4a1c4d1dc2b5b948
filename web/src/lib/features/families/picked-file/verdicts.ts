import type { PickedFileFigures } from '@opfsmark/schema/families';
import type { Format } from '$lib/base/format/format.ts';
import { mbs } from '$lib/base/format/table-text.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** What a run on a picked file says of the drive, in sentences; nothing that it did not show. */
export function verdictsOf(
  { pair, best, ceilingBytesPerS }: PickedFileFigures,
  t: Texts<'families'>['file'],
  format: Format,
  clockStepNs: number,
): string[] {
  const said: string[] = [];
  if (pair) {
    const again = format.latencyText(pair.againNs, clockStepNs);
    const share = format.percent(pair.shareFromMemory);
    if (pair.driveNs !== null) said.push(t.driveTime({ time: format.latencyText(pair.driveNs, clockStepNs), again }));
    else said.push(pair.readFrom === 'mixed' ? t.partly({ share }) : t.noDrive());
  }
  if (best) {
    const rate = `${mbs(format, best.bytesPerS)} MB/s`;
    const ceiling = ceilingBytesPerS === null ? '–' : `${mbs(format, ceilingBytesPerS)} MB/s`;
    if (best.isAtLeast) said.push(t.readAtLeast({ rate, ceiling }));
    else said.push(best.readFrom === 'drive' ? t.read({ rate }) : t.readPartly({ rate }));
  }
  return said;
}
