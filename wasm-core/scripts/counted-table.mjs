/** Tables of what was counted of contenders of the family `app-storage`, by browser and version: in schema, as JSON. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTENDER_IDS } from '../../schema/src/families/app-storage/contender-ids.ts';

const pathOf = (name) => fileURLToPath(new URL(`../../schema/src/families/app-storage/${name}`, import.meta.url));

/** The contenders that the command line names; without names all that run in a worker. */
export function contendersAsked() {
  const asked = process.argv.slice(2);
  return CONTENDER_IDS.filter((id) => (asked.length === 0 ? id !== 'local-storage' : asked.includes(id)));
}

/** Writes counts into a table, and keeps what was counted before of other contenders in the same browser. */
export function keepCounts(name, { method, version, counts }) {
  const path = pathOf(name);
  const table = JSON.parse(readFileSync(path, 'utf8'));
  const major = Number.parseInt(version, 10);
  const isIt = (one) => one.browser === 'chromium' && one.major === major && one.os === 'linux';
  const before = table.find(isIt)?.counts ?? [];
  const others = before.filter((old) => !counts.some(({ contender }) => contender === old.contender));
  const head = { browser: 'chromium', version, major, os: 'linux', date: new Date().toISOString().slice(0, 10) };
  const entry = { ...head, method, counts: [...others, ...counts] };
  writeFileSync(path, `${JSON.stringify([...table.filter((one) => !isIt(one)), entry], null, 2)}\n`);
  execFileSync('npx', ['prettier', '--write', path], { stdio: 'ignore' });
}
