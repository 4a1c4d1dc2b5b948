import { clientName, FILESYSTEMS, INTERFACES } from '@opfsmark/schema/documents';

/** The name of a browser or operating system: "macos" -> "macOS". An unknown family is shown as it is. */
export function familyName(family: string): string {
  return clientName({ family, major: null });
}

export function filesystemSlug(name: string): string {
  return name.toLowerCase();
}

export function filesystemName(slug: string): string {
  return FILESYSTEMS.find((name) => filesystemSlug(name) === slug) ?? slug;
}

/** "SD card" -> "sd-card" */
export function interfaceSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

export function interfaceName(slug: string): string {
  return INTERFACES.find((name) => interfaceSlug(name) === slug) ?? slug;
}

/** The spelling that most use; of several the first in order of code units. */
export function usualName(names: readonly string[]): string | null {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, own]) => ({ name, count: own.length }));
  return counts.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))[0]?.name ?? null;
}
