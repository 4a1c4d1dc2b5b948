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

/** Letters, digits and marks that stand for themselves in an address, and were escaped all the same (RFC 3986, 2.3). */
const ESCAPED = /%(?:2d|2e|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

/**
 * The one spelling of an address of this site that escapes what stands for itself, or whose name of a result, group, device, drive or filesystem is spelled otherwise:
 * "/r/1m893dz0fvcxh3i6" -> "/r/1M893DZ0FVCXH316"; `null` for every other address.
 */
export function respelledPath(path: string): string | null {
  // Sent to it, a browser would go to another site: the one that is named there.
  if (path.startsWith('//')) return null;
  const plainPath = path.replace(ESCAPED, decodeURIComponent);
  const canonicalPath = plainPath.replace(ID, (id) => readRunId(id) ?? id).replace(SLUG, spellSlug);
  return canonicalPath === path ? null : canonicalPath;
}
