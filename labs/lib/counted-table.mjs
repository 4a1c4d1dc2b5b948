/** Tables of what was counted of contenders of the family `app-storage`, by browser and version: in schema, as JSON. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTENDER_IDS } from '../../schema/src/families/app-storage/contender-ids.ts';
import { findChromium, findFirefox } from '../../scripts/lib/browsers.mjs';
import { PlainError, say } from '../../scripts/lib/say.mjs';
import { launchChromium, launchFirefox } from './browser.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../../schema/src/families/app-storage/${name}`, import.meta.url));

/** Only a page has localStorage, and contenders are counted in a worker. */
const COUNTABLE = CONTENDER_IDS.filter((id) => id !== 'local-storage');

const FIREFOX = '--firefox';

/** The browser that the command line asks for, and how to find and start it. */
export const browserAsked = () =>
  process.argv.includes(FIREFOX)
    ? { browser: 'firefox', find: findFirefox, launch: launchFirefox }
    : { browser: 'chromium', find: findChromium, launch: launchChromium };

/** The number of an option such as `--repeats=3`. */
export function numberAsked(name, standard) {
  const word = process.argv.find((one) => one.startsWith(`--${name}=`));
  return word === undefined ? standard : Number(word.slice(name.length + 3));
}

/** The contenders that the command line names; all without names. */
export function contendersAsked(words = process.argv.slice(2)) {
  const askedIds = words.filter((word) => !word.startsWith('-'));
  const unknownIds = askedIds.filter((id) => !COUNTABLE.includes(id));
  if (unknownIds.length > 0) {
    throw new PlainError(`Unknown contender: ${unknownIds.join(', ')}. There are: ${COUNTABLE.join(', ')}.`);
  }
  return COUNTABLE.filter((id) => askedIds.length === 0 || askedIds.includes(id));
}

/**
 * Counts contenders one after the other, and says what `count` resolves with, or why one cannot be counted: the others go on.
 * @param {readonly string[]} contenders
 * @param {(contender: string) => Promise<string>} count
 */
export async function countEach(contenders, count, tell = say) {
  for (const contender of contenders) {
    tell(`${contender}: ${await count(contender).catch(({ message }) => `not counted: ${message}`)}`);
  }
}

/**
 * Adds counts to a table. They take the place of older ones of the same contenders in the same browser. What was counted in
 * another version, on another day or by another method stays in an entry of its own, which says so.
 */
export function withCounts(table, { counts, ...head }) {
  const isCounted = ({ contender }) => counts.some((one) => one.contender === contender);
  const isSameBrowser = (one) => ['browser', 'major', 'os'].every((key) => one[key] === head[key]);
  const others = table.map((one) =>
    isSameBrowser(one) ? { ...one, counts: one.counts.filter((count) => !isCounted(count)) } : one,
  );
  const isSame = (one) => Object.keys(head).every((key) => one[key] === head[key]);
  const before = others.find(isSame)?.counts ?? [];
  const entry = { ...head, counts: [...before, ...counts] };
  const entries = [...others.filter((one) => !isSame(one) && one.counts.length > 0), entry];
  return entries.toSorted((a, b) => a.browser.localeCompare(b.browser));
}

/** Writes counts of a browser into a table, and returns that; `more`: what else is the same for all of them. */
export function keepCounts(name, { browser, version, counts, ...more }) {
  const path = pathOf(name);
  const date = new Date().toISOString().slice(0, 10);
  const head = { browser, version, major: Number.parseInt(version, 10), os: 'linux', date, ...more };
  const table = withCounts(JSON.parse(readFileSync(path, 'utf8')), { ...head, counts });
  writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
  execFileSync('npx', ['oxfmt', path], { stdio: 'ignore' });
  return table;
}
