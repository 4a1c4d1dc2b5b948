/** Bytes are integers; KiB, MiB and GiB are powers of two, MB/s is 10^6 bytes per second. */
export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

const SUFFIXES = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
] as const;

/** "256MiB", "4KiB", "512B": the shortest exact form. */
export function formatBytes(bytes: number): string {
  for (const [suffix, unit] of SUFFIXES) {
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${suffix}`;
  }
  return `${bytes}B`;
}

/** The same for people: "256 MiB". */
export const sizeText = (bytes: number): string => formatBytes(bytes).replace(/(\d)(?=\D)/, '$1 ');

/** Smaller numbers than these decimals can tell are none of a drive. */
const MAX_DECIMALS = 12;

/** Decimals by the size of a number as it is once it is rounded to them: 9.996 is shown as 10.0, because 10 is. */
export function decimalsOf(value: number, bySize: (size: number) => number): number {
  const size = Math.abs(value);
  return bySize(Number(size.toFixed(bySize(size))));
}

/** Decimals of a number of which a reader can use about four digits, and of less than one three: 2,913 / 358.2 / 20.8 / 1.42 / 0.00312. */
export const usefulDigits = (value: number): number =>
  decimalsOf(value, (size) => {
    if (!(size > 0) || size >= 1000) return 0;
    if (size >= 1) return size >= 10 ? 1 : 2;
    return Math.min(MAX_DECIMALS, 2 - Math.floor(Math.log10(size)));
  });

/** Reads what `formatBytes` writes, also "4K", "1M", "1G" and plain bytes; `null` where it is none of them. */
export function parseBytes(text: string): number | null {
  const match = /^(\d{1,15})\s*(?:([KMG])(?:iB)?|B)?$/i.exec(text.trim());
  if (!match) return null;
  const unit = { K: KIB, M: MIB, G: GIB }[(match[2] ?? '').toUpperCase()] ?? 1;
  const bytes = Number(match[1]) * unit;
  return Number.isSafeInteger(bytes) ? bytes : null;
}
