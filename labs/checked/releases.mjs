/** Measures releases of a contender's library against each other, in turns. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { median } from '../../schema/src/documents/stats.ts';
import { PlainError } from '../../scripts/lib/say.mjs';
import { chromiumOptions, servePage } from '../lib/browser.mjs';
import { compareBlocks, measureBlocks } from '../../wasm-core/cli/ab/blocks.ts';

export const BLOCKS = 8;
/** Smaller differences are nobody's reason to choose. */
export const THRESHOLD = 0.1;
const TIMEOUT_MS = 60_000;
const MAX_PAIR_MS = 600_000;

/** The released versions from one to another, both included; what was published to be tried is none. */
export function releasesBetween(all, from, to = all.at(-1)) {
  const versions = all.filter((version) => !/-(?:dev|alpha|beta|rc|pr|next|canary|snapshot)/i.test(version));
  const [first, last] = [versions.indexOf(from), versions.indexOf(to)];
  if (first < 0 || last < first) {
    throw new PlainError(`releases: there is no range from ${from} to ${to}. There are: ${versions.join(', ')}.`);
  }
  return versions.slice(first, last + 1);
}

/** Has a page find a package in a folder of its own, or nowhere: what it lacks must not come from another version. */
const pinPackage = (name, prefix) => ({
  name: 'pinned',
  enforce: 'pre',
  async resolveId(source) {
    if (source !== name && !source.startsWith(`${name}/`)) return null;
    const resolution = await this.resolve(source, join(prefix, 'package.json'), { skipSelf: true });
    return resolution?.id.startsWith(prefix) ? resolution : { id: source, external: true };
  },
});

/** Installs a version and serves the page with it. */
async function serveRelease({ scratch, name, version, also }) {
  const prefix = mkdtempSync(join(scratch, 'release-'));
  writeFileSync(join(prefix, 'package.json'), '{ "private": true }');
  if (also === undefined) {
    const quietOptions = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel', 'error'];
    execFileSync('npm', ['install', '--prefix', prefix, ...quietOptions, `${name}@${version}`], { stdio: 'pipe' });
  } else cpSync(also, join(prefix, 'node_modules', name), { recursive: true, dereference: true });
  return servePage('syncs/page', join(prefix, 'page'), { plugins: [pinPackage(name, prefix)] });
}

/** One side of a pair: a release on the page that it was built into, in a place of its own. */
class Side {
  #page;
  #loop = 0;
  #contender;

  /** `place`: of this side alone, also where both have one release. */
  static async open(context, { port, contender, place }) {
    const side = new Side();
    side.#contender = contender;
    side.#page = await context.newPage();
    await side.#page.goto(`http://${place}.localhost:${port}/`);
    await side.#page.waitForFunction(() => 'bench' in globalThis);
    return side;
  }

  /** What the comparison needs of one measurement; the first creates the store. */
  async measure() {
    let timer;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(() => resolve({ error: `no answer for ${TIMEOUT_MS / 1000} s` }), TIMEOUT_MS);
    });
    const answer = this.#page.evaluate(
      ([id, loop]) => globalThis.bench.release(id, loop),
      [this.#contender, this.#loop++],
    );
    try {
      const { error, ns, calls } = await Promise.race([answer.catch(({ message }) => ({ error: message })), timeout]);
      if (error !== undefined) return { kind: 'failed', sentence: error };
      const figures = Object.entries(ns).map(([id, value]) => ({
        ...{ id, name: id, unit: 'ns', better: 'lower', value, low: value, high: value },
        ...{ quantity: { value, unit: 'ns' }, p99: null },
      }));
      return { kind: 'measured', figures, calls };
    } finally {
      clearTimeout(timer);
    }
  }

  close() {
    return this.#page.close();
  }
}

/** How often files were called before and after, where each time was beyond all times of the other; else `null`. */
function changedCalls(before, after) {
  const isApart = Math.max(...before) < Math.min(...after) || Math.max(...after) < Math.min(...before);
  const [from, to] = [median(before), median(after)];
  return isApart && Math.abs(Math.log(to / from)) > Math.log1p(THRESHOLD) ? [from, to] : null;
}

/**
 * One release against the one before, in blocks of A B B A.
 * @returns {Promise<{ failure: string } | { failure: null, figures: object[] }>}
 */
async function comparePair({ context, ports, contender, place, blocks }) {
  const sides = {
    A: await Side.open(context, { port: ports[0], contender, place: `${place}-a` }),
    B: await Side.open(context, { port: ports[1], contender, place: `${place}-b` }),
  };
  const calls = { A: [], B: [] };
  try {
    const { blocks: measuredBlocks, end } = await measureBlocks({
      ...{ maxBlocks: blocks, maxTimeMs: MAX_PAIR_MS },
      isEnough: () => false,
      measure: async (side, block) => {
        const outcome = await sides[side].measure();
        if (block > 0) calls[side].push(outcome.calls);
        return outcome;
      },
    });
    if (end.kind === 'failed') return { failure: end.sentence };
    const figures = compareBlocks(measuredBlocks, THRESHOLD).figures.map(({ figure, interleaved, verdict }) => {
      const rounded = (value) => Number(value.toPrecision(3));
      const { ratio, interval, noise } = interleaved;
      return {
        ...{ figure: figure.id, verdict, ratio: rounded(ratio) },
        ...{ low: rounded(interval.low), high: rounded(interval.high), noise: rounded(noise) },
        calls: changedCalls(...[calls.A, calls.B].map((all) => all.map((one) => one[figure.id]))),
      };
    });
    return { failure: null, figures };
  } finally {
    await sides.A.close();
    await sides.B.close();
  }
}

/**
 * Every release against the last one before it that ran; the first against itself, which shows what chance does here.
 * @param {{ scratch: string, contender: string, name: string, releases: { version: string, also?: string }[], blocks?: number,
 *   onRow?: (row: object) => void }} options
 */
export async function compareReleases({
  scratch,
  contender,
  name,
  releases,
  blocks = BLOCKS,
  onRow = () => undefined,
}) {
  const servers = [];
  const context = await chromium.launchPersistentContext(join(scratch, 'profile'), chromiumOptions());
  const rows = [];
  let before = null;
  try {
    for (const [index, { version, also }] of releases.entries()) {
      let outcome;
      let port;
      try {
        const server = await serveRelease({ scratch, name, version, also });
        servers.push(server);
        ({ port } = server.address());
        const place = `release-${index}`;
        outcome = await comparePair({ context, ports: [before?.port ?? port, port], contender, place, blocks });
      } catch (error) {
        // The first line says what, the others where.
        outcome = {
          failure: String(error.stderr ?? error.message)
            .trim()
            .split('\n')[0],
        };
      }
      const against = before?.version ?? version;
      const row = { version, released: also === undefined, against, ...outcome };
      rows.push(row);
      onRow(row);
      if (outcome.failure === null) before = { version, port };
    }
    return { browser: context.browser()?.version() ?? 'unknown', rows };
  } finally {
    await context.close();
    for (const server of servers) server.close();
  }
}

/** A copy of a folder's package whose file handles gather neighbouring calls, which no release does. */
export function gatheredCopy(from, to) {
  cpSync(from, to, { recursive: true, dereference: true });
  const gather = fileURLToPath(new URL('worker/gather.ts', import.meta.url));
  const path = join(to, 'src/examples/WriteAhead.js');
  const lines = [
    `import { withGatheredCalls } from '${gather}';`,
    'void withGatheredCalls(() => new Promise(() => {}));',
  ];
  writeFileSync(path, `${lines.join('\n')}\n${readFileSync(path, 'utf8')}`);
}
