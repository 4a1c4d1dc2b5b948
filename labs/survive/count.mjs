/**
 * Cuts the power of a simulated drive while contenders of the family `app-storage` put rows on it, kills the browser in other
 * trials, and writes what was left into the family's table: `npm run survive -w labs [-- --firefox] [CONTENDER...]`. Linux, as root,
 * with FUSE.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servePage } from '../lib/browser.mjs';
import { whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';
import { main, PlainError } from '../../scripts/lib/say.mjs';
import { browserAsked, contendersAsked, countEach, keepCounts } from '../lib/counted-table.mjs';
import { answeredPuts, createStore, EndableBrowser, lookAt, putRows } from './trial.mjs';

const FOLDER = fileURLToPath(new URL('../build/survive', import.meta.url));
const DRIVE_BYTES = 512 * 2 ** 20;
const PUTS = 25;
/** How many of the 4 KiB sectors are kept that the drive had and had not flushed. */
const KEPT_PERCENT = 50;
const CUTS = [
  { goesOn: false, writingBack: false },
  { goesOn: true, writingBack: false },
  { goesOn: false, writingBack: true },
  { goesOn: true, writingBack: true },
];
const METHOD = `The browser's profile lies on ext4 with a journal, on a drive in a program (FUSE) that loses what was not flushed. A worker creates the store, the file system is synced, and a worker puts rows of 1 KiB, one per transaction. After ${PUTS} answers or more the power is cut: after the last put, and while more are put; each with nothing kept that was not flushed, and with ${KEPT_PERCENT} % of the sectors that the system was writing back. The browser is killed, the drive mounted again, and a new browser looks. ${CUTS.length} cuts, each on a new drive; and the browser killed once (SIGKILL) while rows are put.`;

/** Lets a contender put rows, interrupts it with `interrupt`, and looks with a new browser. */
async function tryOnce({ launch, contender, folder, address, goesOn, interrupt }) {
  const browser = new EndableBrowser({ launch, profile: join(folder, 'profile'), address });
  try {
    const page = await browser.open();
    await createStore(page, contender);
    execFileSync('sync', ['--file-system', folder]);
    await putRows(page, { contender, puts: PUTS, goesOn });
    const acknowledged = await answeredPuts(page);
    await interrupt(browser);
    const survival = await lookAt(await browser.open(), contender, acknowledged);
    return { version: browser.version, survival };
  } finally {
    await browser.close();
  }
}

const cutPower = (options, cut, seed) =>
  withSimulatedDrive({ bytes: DRIVE_BYTES, power: true }, (folder, power) =>
    tryOnce({
      ...options,
      folder,
      goesOn: cut.goesOn,
      async interrupt(browser) {
        power.turnOff(cut);
        await browser.kill();
        await power.turnOn({ keptPercent: cut.writingBack ? KEPT_PERCENT : 0, seed });
      },
    }),
  );

async function killBrowser(options) {
  const folder = mkdtempSync(join(FOLDER, 'killed-'));
  try {
    return await tryOnce({ ...options, folder, goesOn: true, interrupt: (browser) => browser.kill() });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sumOf(trials) {
  const total = (pick) => trials.reduce((sum, { survival }) => sum + pick(survival), 0);
  return {
    trials: trials.length,
    acknowledged: total(({ acknowledged }) => acknowledged),
    lost: total(({ lost }) => lost),
    torn: total(({ torn }) => torn),
    damaged: total(({ damaged }) => damaged),
    unopened: total(({ opened }) => (opened ? 0 : 1)),
  };
}

async function count(options) {
  const cuts = [];
  for (const [index, cut] of CUTS.entries()) cuts.push(await cutPower(options, cut, index + 1));
  const killedTrial = await killBrowser(options);
  return {
    version: killedTrial.version,
    count: { contender: options.contender, power_cut: sumOf(cuts), killed_browser: sumOf([killedTrial]) },
  };
}

const wordsOf = ({ trials, acknowledged, lost, torn, damaged, unopened }) =>
  `${lost} of ${acknowledged} acknowledged puts lost, ${torn} torn, ${damaged} older rows damaged, ${unopened} of ${trials} not opened`;

await main(async () => {
  const { browser, launch } = browserAsked();
  const contenders = contendersAsked();
  const obstacle = await whyNoSimulatedDrive();
  if (obstacle !== null) throw new PlainError(`survive: ${obstacle}`);
  mkdirSync(FOLDER, { recursive: true });
  const pageFolder = mkdtempSync(join(FOLDER, 'page-'));
  const server = await servePage('syncs/page', pageFolder);
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    await countEach(contenders, async (contender) => {
      const { version, count: result } = await count({ launch, contender, address });
      keepCounts('survived.json', { browser, method: METHOD, version, counts: [result] });
      return `power cut: ${wordsOf(result.power_cut)}; browser killed: ${wordsOf(result.killed_browser)}`;
    });
  } finally {
    server.close();
    rmSync(pageFolder, { recursive: true, force: true });
  }
});
