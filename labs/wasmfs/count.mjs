/**
 * One C program (files.c) natively, on WasmFS with OPFS and on IDBFS in Chromium: small and large writes, fsync, a directory of 1,000
 * files; then the browser is killed right after an fsync, and another one looks. Writes what came of it beside the family `app-storage`:
 * `npm run wasmfs -w labs [-- --rounds=5]`. Linux; `EMCC` is an emcc whose WasmFS has OPFS (3.1.10 or newer), `CC` a C compiler.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { median } from '../../schema/src/documents/stats.ts';
import { launchChromium, withServedPage } from '../lib/browser.mjs';
import { numberAsked } from '../lib/counted-table.mjs';
import { machineText, table } from '../lib/report.mjs';
import { EndableBrowser } from '../survive/trial.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const SOURCE = fileURLToPath(new URL('files.c', import.meta.url));
const KEPT = fileURLToPath(new URL('../../schema/src/families/app-storage/c-programs.json', import.meta.url));
const SHARED = ['-O2', '-sMODULARIZE', '-sEXPORT_ES6', '-sENVIRONMENT=web,worker', '-sALLOW_MEMORY_GROWTH'];
const BUILDS = {
  wasmfs: [...SHARED, '-DON_OPFS', '-sWASMFS', '-pthread', '-sPROXY_TO_PTHREAD'],
  idbfs: [...SHARED, '-DON_IDBFS', '-lidbfs.js', '-sASYNCIFY'],
};
const EMCC = process.env.EMCC ?? 'emcc';
const CC = process.env.CC ?? 'cc';
const METHOD =
  'One C program, with -O2. Small: 1,000 writes of 100 bytes to one file; large: 64 of 64 KiB; fsync: 50 writes of 100 bytes, each with fsync(); create, list (readdir and stat) and unlink: 1,000 files of 100 bytes in one directory. Nanoseconds per call, the median of the rounds, each in a fresh place. IDBFS keeps nothing before fsync(), with Asyncify, or FS.syncfs(), which is called once after each step and told apart. Killed: the browser got SIGKILL when fsync() had returned.';

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (error) throw new PlainError(`wasmfs: ${command}: ${error.message}`);
  if (status !== 0) throw new PlainError(`wasmfs: ${command} ended with ${status}:\n${stderr.slice(-2000)}`);
  return stdout;
}

const linesOf = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** In the page: starts the program, and answers with its lines as soon as the last one is there. */
const runInPage = ([name, words]) =>
  new Promise((resolve, reject) => {
    const lines = [];
    const print = (line) => {
      lines.push(line);
      if (/"(?:synced|left|error)"/.test(line)) resolve(lines.join('\n'));
    };
    import(`/${name}.mjs`)
      .then(({ default: start }) => start({ arguments: words, print, printErr: (line) => console.warn(line) }))
      .catch((error) => reject(error));
  });

/** Runs the program in a fresh profile, kills the browser when it has synced, and lets another one look. */
async function runInBrowser(name, { scratch, url }) {
  const profile = mkdtempSync(join(scratch, 'profile-'));
  const browser = new EndableBrowser({ launch: launchChromium, profile, address: url });
  try {
    const lines = linesOf(await (await browser.open()).evaluate(runInPage, [name, ['/data']]));
    const { version } = browser;
    await browser.kill();
    const [{ left }] = linesOf(await (await browser.open()).evaluate(runInPage, [name, ['/data', 'look']]));
    return { version, lines, left };
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function runNatively(program, scratch) {
  const folder = mkdtempSync(join(scratch, 'native-'));
  const lines = linesOf(run(program, [folder]));
  rmSync(folder, { recursive: true });
  return { version: '', lines, left: null };
}

/** The middle of the rounds for each step, per call. */
function stepsOf(rounds) {
  const failure = rounds.flatMap(({ lines }) => lines.map(({ error }) => error ?? [])).flat()[0];
  if (failure) throw new PlainError(`wasmfs: ${failure}`);
  const timed = rounds.map(({ lines }) => lines.filter(({ step }) => step));
  return timed[0].map(({ step, ops }, at) => ({
    ...{ step, ops },
    ns: Math.round(median(timed.map((lines) => lines[at].ns)) / ops),
    // Of all calls of the step at once.
    keep_ns: Math.round(median(timed.map((lines) => lines[at].keep_ns))),
  }));
}

await main(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const rounds = numberAsked('rounds', 5);
  const emscripten = /(\d+\.\d+\.\d+)/.exec(run(EMCC, ['--version']))?.[1];
  const use = async (served) => {
    const { scratch } = served;
    const built = join(scratch, 'page');
    for (const [name, flags] of Object.entries(BUILDS)) {
      const out = mkdtempSync(join(scratch, 'build-'));
      run(EMCC, [SOURCE, ...flags, '-o', join(out, `${name}.mjs`)]);
      for (const file of readdirSync(out)) copyFileSync(join(out, file), join(built, file));
    }
    const native = join(scratch, 'native');
    run(CC, ['-O2', SOURCE, '-o', native]);
    const runs = { native: [], wasmfs: [], idbfs: [] };
    // In turns, so that what else runs meets all of them.
    for (let round = 0; round < rounds; round++) {
      runs.native.push(runNatively(native, scratch));
      for (const name of Object.keys(BUILDS)) runs[name].push(await runInBrowser(name, served));
    }
    const counts = Object.entries(runs).map(([name, all]) => ({
      ...{ name, steps: stepsOf(all) },
      left_bytes: all[0].left,
      synced_bytes: all[0].lines.at(-1).synced,
    }));
    const { version } = runs.wasmfs[0];
    const head = { browser: 'chromium', version, os: 'linux', date: new Date().toISOString().slice(0, 10) };
    const result = { ...head, emscripten, rounds, method: METHOD, machine: machineText(FOLDER), counts };
    writeFileSync(KEPT, `${JSON.stringify(result, null, 2)}\n`);
    const us = (ns) => `${(ns / 1000).toFixed(1)} us`;
    const lines = counts[0].steps.map(({ step }, at) => [
      step,
      ...counts.map(({ steps }) => us(steps[at].ns)),
      us(counts[2].steps[at].keep_ns),
    ]);
    say(table(['', ...counts.map(({ name }) => name), 'FS.syncfs()'], lines));
    for (const { name, left_bytes, synced_bytes } of counts.slice(1))
      say(`${name}: ${left_bytes === -1 ? 'no file' : `${left_bytes} bytes`} of ${synced_bytes} left after a kill`);
  };
  await withServedPage(use, { folder: FOLDER, root: 'syncs/page' });
});
