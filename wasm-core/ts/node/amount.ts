import { GIB, KIB, MIB } from '@opfsmark/schema/documents';

const UNITS = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
] as const;

/** "1.5 GiB": bytes as people read them, to one place. */
export function formatAmount(bytes: number): string {
  const [name, size] = UNITS.find(([, unit]) => bytes >= unit) ?? ['bytes', 1];
  const amount = bytes / size;
  return `${amount.toFixed(Number.isInteger(amount) ? 0 : 1)} ${name}`;
}
