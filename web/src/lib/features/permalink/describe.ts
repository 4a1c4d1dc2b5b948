import type { RunView } from '@opfsmark/schema/api';
import { isFromMemory, type FigureUnit } from '@opfsmark/schema/figures';
import { clientName } from '$lib/base/format/client-name.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

interface Words {
  /** Of the family. */
  readonly name: string;
  readonly t: Texts<'permalink'>;
  readonly partName: (part: string) => string;
  readonly format: Format;
}

const SHOWN: Readonly<Record<FigureUnit, (value: number, format: Format) => string>> = {
  bytes_per_s: (value, format) => `${format.number(value / 1e6)} MB/s`,
  iops: (value, format) => `${format.number(value)} IOPS`,
  files_per_s: (value, format) => `${format.number(value)} files/s`,
  rows_per_s: (value, format) => `${format.number(value)} rows/s`,
  ns: (value, format) => format.durationText(value),
  calls: (value, format) => format.number(value, 0),
  share: (value, format) => format.percent(value, 1),
};

/** What is said where only a link to the page is seen: the figure that says most, and where it was measured. */
export function describe({ record, figures, declared, device }: RunView, { name, t, partName, format }: Words): string {
  const { client } = record.environment;
  const place = { browser: clientName(client.browser), os: clientName(client.os) };
  // A number of the memory says nothing of the drive.
  const figure =
    figures.findLast((candidate) => candidate.unit === 'bytes_per_s' && !isFromMemory(candidate)) ?? figures[0];
  if (!figure) return t.ogDescriptionPlain({ name, ...place });
  const value = SHOWN[figure.unit](figure.value, format);
  const shown = { value, test: partName(figure.name), drive: declared.drive ?? device.name, ...place };
  return isFromMemory(figure) ? t.ogDescriptionFromMemory(shown) : t.ogDescription(shown);
}
