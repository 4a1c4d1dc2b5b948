import { readRunId } from '../documents/run-id.ts';

/** Where an id stands in an address: of a result or a group, of their pictures and files. */
const ID = /(?<=^\/(?:r|g|badge|og)\/|^\/api\/v1\/(?:runs|groups)\/|^\/api\/v1\/groups\/[^/]+\/runs\/)[^/.]+/g;
/** Where the name of a device, drive or filesystem stands. */
const SLUG = /(?<=^\/(?:device|drive|filesystem)\/|^\/api\/v1\/(?:devices|drives|filesystems)\/)[^/]+/;

function spellSlug(part: string): string {
  try {
    const text = decodeURIComponent(part);
    const slug = text.toLowerCase();
    return slug === text ? part : encodeURIComponent(slug);
  } catch {
    return part;
  }
}

/**
 * The one spelling of an address of this site whose name of a result, group, device, drive or filesystem is spelled otherwise:
 * "/r/1m893dz0fvcxh3i6" -> "/r/1M893DZ0FVCXH316"; `null` for every other address.
 */
export function respelledPath(path: string): string | null {
  const canonicalPath = path.replace(ID, (id) => readRunId(id) ?? id).replace(SLUG, spellSlug);
  return canonicalPath === path ? null : canonicalPath;
}
