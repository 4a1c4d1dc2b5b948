import type { Declaration } from './declaration.ts';

/**
 * The parts of a result's name, in the order in which people look for it: the drive, then the device, the filesystem and the
 * interface, as far as they were said.
 */
export function resultNames({ drive, device, filesystem, interface: bus }: Partial<Declaration>): string[] {
  const names = [drive, device, filesystem, bus].filter((name) => name !== undefined);
  return [...new Set<string>(names)].filter((name) => name !== 'other');
}
