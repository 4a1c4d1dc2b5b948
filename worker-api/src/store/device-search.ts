import { wordsOf } from '@opfsmark/schema/documents';
import { rectifyConfusion } from 'unicode-confusables';
import type { Db } from '../base/env.ts';
import { IS_PUBLIC } from './public.ts';

/** Capital I, small l and 1 look alike, and i is I in capitals. */
const ONE_STROKE = /[il1|]/g;

/** Marks that no letter of an alphabet has there: "A" with a line above it is an "A". */
const STRAY_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

function skeletonOf(text: string): string {
  // Unicode UTS 39: each character becomes the one that stands for all that look like it.
  const map = (input: string) => rectifyConfusion(input.normalize('NFD')).toLowerCase();
  const letters = text.normalize('NFC').replaceAll(STRAY_MARKS, '');
  return map(map(letters)).replace(ONE_STROKE, 'l').replaceAll('0', 'o');
}

/**
 * The look of a text, as it is written, in small letters and in capitals: texts that look alike share one of them. A
 * letter may look like another in one case only.
 */
export const confusablesOf = (text: string): string[] => [text, text.toLowerCase(), text.toUpperCase()].map(skeletonOf);

/** The same of a name, without the signs between its words. */
function skeletonsOf(name: string): string[] {
  return [...new Set(confusablesOf(name).map((text) => wordsOf(text).join('-')))];
}

/** A device whose name is confirmed. */
interface ListedDevice {
  readonly slug: string;
  readonly name: string;
}

/** Confirmed devices, those whose slug comes first. */
export async function selectListedDevices(db: Db, limit: number): Promise<ListedDevice[]> {
  const { results } = await db
    .prepare(
      `SELECT slug, name FROM device INDEXED BY device_by_confirmation
       WHERE status IN ('confirmed', 'approved') ORDER BY slug LIMIT ?1`,
    )
    .bind(limit)
    .all<ListedDevice>();
  return results;
}

/** The part of a slug that is searched: a longer part of a name than this is found by its beginning. */
const MAX_SUFFIX_CHARACTERS = 40;

/** A slug as it is looked for: "Café-PC" is found by "cafepc", and "XPS 13" by "xps13". */
const lettersOf = (slug: string): string =>
  slug.normalize('NFD').replaceAll(STRAY_MARKS, '').normalize('NFC').replaceAll('-', '');

/** Every end of the letters of a slug. */
function suffixesOf(slug: string): string[] {
  const letters = Array.from(lettersOf(slug));
  return [...new Set(letters.map((_, start) => letters.slice(start, start + MAX_SUFFIX_CHARACTERS).join('')))];
}

/** Whether a slug has every word of a text somewhere. */
export function hasWords(slug: string, words: readonly string[]): boolean {
  const letters = lettersOf(slug);
  return words.every((word) => letters.includes(word));
}

/** The words of a slug, as they are looked for. */
export const wordsIn = (text: string): string[] =>
  text
    .split('-')
    .map(lettersOf)
    .filter((word) => word !== '');

/** Those that begin with all of it come first. */
function inOrder<Found extends { readonly slug: string }>(found: readonly Found[], text: string): Found[] {
  const start = lettersOf(text);
  const begins = ({ slug }: Found) => (lettersOf(slug).startsWith(start) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b) || (a.slug < b.slug ? -1 : 1));
}

/** As many rows are read for a search at the most: of several words, one is looked up and the others are looked for in what it finds. */
const MAX_ROWS_PER_SEARCH = 2_000;

/** The word that fewest names have, as far as its length tells. */
const rarestOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)[0] ?? '';

/** Confirmed devices with every word of this anywhere in their name, however it is spelled: one range of a primary key. */
export async function selectDevices(db: Db, text: string, limit: number): Promise<ListedDevice[]> {
  const words = wordsIn(text);
  if (words.length === 0) return selectListedDevices(db, limit);
  const from = Array.from(rarestOf(words)).slice(0, MAX_SUFFIX_CHARACTERS).join('');
  const { results } = await db
    .prepare(
      `SELECT DISTINCT slug FROM (
         SELECT suffix, slug FROM device_search WHERE suffix >= ?1 AND suffix < ?2 ORDER BY suffix, slug
         LIMIT ${MAX_ROWS_PER_SEARCH})`,
    )
    .bind(from, `${from}\u{10ffff}`)
    .all<Pick<ListedDevice, 'slug'>>();
  const found = inOrder(
    results.filter(({ slug }) => hasWords(slug, words)),
    text,
  );
  const { results: devices } = await db
    .prepare('SELECT slug, name FROM device WHERE slug IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(found.slice(0, limit).map(({ slug }) => slug)))
    .all<ListedDevice>();
  return inOrder(devices, text);
}

/** Devices that are looked through for the beginning of a name, and newest runs without a place for any part of one. */
const BEGINNINGS_SEARCHED = 30;
const RECENT_SEARCHED = 60;

/**
 * The same of devices that nobody has confirmed: those that begin with it, those of a list, and those of the newest runs without a
 * place on it, among which each provider has a few.
 *
 * @param listed the devices of the list
 * @param scope of the list
 */
export async function selectUnconfirmedDevices(
  db: Db,
  text: string,
  limit: number,
  { listed, scope }: { readonly listed: readonly ListedDevice[]; readonly scope: string },
): Promise<ListedDevice[]> {
  const recentStatement = db
    .prepare(
      `SELECT DISTINCT slug, name FROM (
         SELECT device FROM (
           SELECT device, status, unlisted FROM run INDEXED BY run_by_listing WHERE scope = ?1 AND listed = 1
           ORDER BY created_ms DESC LIMIT ${RECENT_SEARCHED})
         WHERE ${IS_PUBLIC}) AS run
       JOIN device ON slug = run.device
       WHERE device.status = 'pending'`,
    )
    .bind(scope);
  const beginningStatement = db
    .prepare(
      `SELECT slug, name FROM (SELECT * FROM device WHERE slug >= ?1 AND slug < ?2 LIMIT ${BEGINNINGS_SEARCHED})
       WHERE status = 'pending' AND ?1 <> ''
         AND EXISTS (SELECT 1 FROM run WHERE device = slug AND ${IS_PUBLIC} AND scope <> '')`,
    )
    .bind(text, `${text}\u{10ffff}`);
  const batchResults = await db.batch<ListedDevice>([beginningStatement, recentStatement]);
  const words = wordsIn(text);
  const bySlug = new Map(
    [...batchResults.flatMap(({ results }) => results), ...listed].map((device) => [device.slug, device]),
  );
  const found = [...bySlug.values()].filter(({ slug }) => hasWords(slug, words));
  return inOrder(found, text).slice(0, limit);
}

/** Before what a name looks like, so that no search finds it. */
const LOOK = '~';
const looksOf = (name: string) => skeletonsOf(name).map((skeleton) => LOOK + skeleton);
const searchOf = (slug: string) => JSON.stringify([...suffixesOf(slug), ...looksOf(slug)]);

/** A confirmed device that a name looks like; `null` where it looks like none but its own. */
export function selectLookalike(db: Db, name: string, slug: string): Promise<string | null> {
  return db
    .prepare(
      `SELECT device.name FROM device_search JOIN device USING (slug)
       WHERE suffix IN (SELECT value FROM json_each(?1)) AND slug <> ?2 LIMIT 1`,
    )
    .bind(JSON.stringify(looksOf(name)), slug)
    .first<string>('name');
}

/**
 * Writes what a device is found by.
 *
 * @param condition SQL in which ?1 is the slug
 */
export function insertSearch(db: Db, slug: string, condition = 'TRUE'): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO device_search (suffix, slug) SELECT value, ?1 FROM json_each(?2) WHERE ${condition} ON CONFLICT DO NOTHING`,
    )
    .bind(slug, searchOf(slug));
}

/** @param condition SQL in which ?1 is the slug */
export function deleteSearch(db: Db, slug: string, condition = 'TRUE'): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM device_search WHERE slug = ?1 AND suffix IN (SELECT value FROM json_each(?2)) AND ${condition}`,
    )
    .bind(slug, searchOf(slug));
}
