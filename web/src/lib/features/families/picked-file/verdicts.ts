import type { PickedFileFigures } from '@opfsmark/schema/families';
import type { Format } from '$lib/base/format/format.ts';
import { mbs } from '$lib/base/format/table-text.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** What a run on a picked file says of the drive, in sentences; nothing that it did not show. */
export function verdictsOf(
  { pair, best, ceilingBytesPerS }: PickedFileFigures,
  t: Texts<'family'>['file'],
  format: Format,
): string[] {
  const said: string[] = [];
  if (pair) {
    const again = format.durationText(pair.againNs);
    said.push(pair.driveNs === null ? t.noDrive() : t.driveTime({ time: format.durationText(pair.driveNs), again }));
  }
  if (best) {
    const rate = `${mbs(format, best.bytesPerS)} MB/s`;
    const ceiling = ceilingBytesPerS === null ? '–' : `${mbs(format, ceilingBytesPerS)} MB/s`;
    said.push(best.isAtLeast ? t.readAtLeast({ rate, ceiling }) : t.read({ rate }));
  }
  return said;
}
