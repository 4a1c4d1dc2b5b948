import type { Component } from 'svelte';
import PartMissing from './PartMissing.svelte';

/**
 * A component that is loaded when it is needed, with what else it needs. Where that cannot be loaded, what comes instead
 * says so in its place: every part that a person waits for is loaded by this.
 */
export async function loadPart<Part>(
  part: Promise<{ readonly default: Part }>,
  ...rest: Promise<unknown>[]
): Promise<Part> {
  try {
    const [module] = await Promise.all([part, ...rest]);
    return module.default;
  } catch {
    // It takes none of the properties.
    return PartMissing as Component as Part;
  }
}
