/**
 * The reach of an adversary who has everything at once: whole made-up records that contradict nothing, a hosting account with
 * 100 networks, seven providers that waited for weeks, runs without tickets, and any number of each.
 */
import { env } from 'cloudflare:workers';
import { Board, type BoardRow } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';
import { rebuild } from '../src/aggregation/hourly.ts';
import { ask, BOARD } from './client.ts';
import { startEmpty } from './empty.ts';
import { confirm, copyRun, makeUpload, publishVia, tagOf } from './runs.ts';

const OWNERS = 10;
const HOSTING_ASN = 24_940;
/** One that no list of hosting providers has. */
const UNKNOWN_HOST_ASN = 64_999;

let speeds = 0;
const uploadOf = (device: string, speed: number) =>
  makeUpload({ declared: { device }, speed: speed * (1 + ++speeds / 1e4), rig_id: randomId(), seed: 7 });

const via = (asn: number, network: number, device: string, speed: number) =>
  publishVia(uploadOf(device, speed), { network, asn }, { MAX_PROVIDER_BYTES_PER_DAY: '1e9' });

/** Ten owners, each the only one of a device, of ten providers; six who share one; and a row that three confirmed runs hold. */
async function publishHonest(): Promise<{ readonly ids: readonly string[]; readonly freshId: () => Promise<string> }> {
  await startEmpty();
  const ids: string[] = [];
  for (let i = 0; i < OWNERS; i++) ids.push(await via(1_000 + i, i, `Owner ${i}`, 0.3 + i / 20));
  for (let i = 0; i < 6; i++) ids.push(await via(1_100 + i, 20 + i, 'Held By Six', 0.5 + i / 100));
  for (let i = 0; i < 3; i++) {
    const id = await via(1_200 + i, 30 + i, 'Confirmed', 0.6 + i / 100);
    await confirm(id);
    ids.push(id);
  }
  // A new, fast machine of a model that the attacked know: what was held before.
  return { ids, freshId: () => via(1_300, 40, 'Owner 3', 1.1) };
}

async function readWhole(): Promise<{ readonly rows: BoardRow[]; readonly folded: BoardRow[] }> {
  const rows: BoardRow[] = [];
  let folded: BoardRow[] = [];
  let cursor = '';
  for (;;) {
    const board = Board.parse(await (await ask(`/api/v1/boards/${BOARD}${cursor}`)).json());
    rows.push(...board.rows);
    folded = [...folded, ...(board.folded ?? [])];
    if (board.next_cursor === null) return { rows, folded };
    cursor = `?cursor=${encodeURIComponent(board.next_cursor)}`;
  }
}

const HONEST_KEYS = [...Array.from({ length: OWNERS }, (_, i) => `owner-${i}`), 'held-by-six', 'confirmed'];

/** Copies a run as so many others: SQL per column, in which `n` counts from 1. */
type Copies = Readonly<Record<string, string>>;
const MADE_UP: Copies = { device: "'made-up-' || n", name: "'Made Up ' || n" };
/** The first metrics of a row of a run, so many times as good. */
const times = (factor: string): Copies => ({
  metrics: `(SELECT group_concat(CAST(CAST(substr(value, 1, instr(value || '/', '/') - 1) AS REAL) * (${factor}) AS TEXT) || substr(value, instr(value || '/', '/')), ',')
             FROM (SELECT value FROM json_each('["' || replace(metrics, ',', '","') || '"]') ORDER BY key))`,
});

interface Attack {
  readonly name: string;
  readonly act: () => Promise<number>;
}

async function flood(
  runs: number,
  { asn, speed = 1, device = 'Made Up 0' }: { asn: number; speed?: number; device?: string },
  changes: Copies,
) {
  const first = await via(asn, 500, device, speed);
  await copyRun(env.DB, first, runs - 1, { rig: "printf('%011d', n)", network: tagOf('n % 100 + 7000'), ...changes });
  return runs;
}

const ofSeven = { provider: tagOf('n % 7 + 9000'), network: tagOf('n % 7 + 9000') };
const ATTACKS: readonly Attack[] = [
  {
    name: '2,000 runs without tickets, of one host',
    act: () => flood(2_000, { asn: UNKNOWN_HOST_ASN }, { ...MADE_UP, evidence: '1', listed: '0' }),
  },
  {
    name: '2,000 made-up devices of a known hosting account with 100 networks',
    act: () => flood(2_000, { asn: HOSTING_ASN }, { ...MADE_UP, ...times('1 + n / 1e4') }),
  },
  {
    name: '2,000 made-up devices of an unknown one',
    act: () => flood(2_000, { asn: UNKNOWN_HOST_ASN }, { ...MADE_UP, ...times('1 + n / 1e4') }),
  },
  {
    name: '2,000 runs of it, twice as fast, of the device that six hold',
    act: () => flood(2_000, { asn: UNKNOWN_HOST_ASN, device: 'Held By Six' }, times('2')),
  },
  {
    name: 'eight networks of one host that make a model look slow, before an honest fast one',
    act: () => flood(8, { asn: UNKNOWN_HOST_ASN, device: 'Owner 3', speed: 0.05 }, {}),
  },
  {
    name: '2,100 runs of seven providers of the confirmed device, ten times slower',
    act: () => flood(2_100, { asn: 3_000, device: 'Confirmed' }, { ...ofSeven, ...times('0.1') }),
  },
  {
    name: '300 made-up devices that seven providers measure together',
    act: async () =>
      flood(
        2_100,
        { asn: 3_000 },
        { device: "'made-up-' || (n / 7)", name: "'Made Up ' || (n / 7)", ...ofSeven, ...times('1 + n / 1e5') },
      ),
  },
];

/** None of its seven providers has more rows than there are providers: honest ones and its own. */
const MAX_SEEN = 7 * (OWNERS + 6 + 3 + 1 + 1 + 7);

interface Price {
  readonly attack: string;
  readonly runs: number;
  /** Honest runs that are not listed, and rows of theirs that are folded. */
  readonly hidden: number;
  readonly held: number;
  readonly folded: number;
  /** Rows of the adversary that are seen beside 12 honest ones. */
  readonly seen: number;
  /** By which factor the value of six providers moved. */
  readonly moved: number;
  readonly isReached: boolean;
}

async function priceOf({ name, act }: Attack): Promise<Price> {
  const { ids, freshId } = await publishHonest();
  const before = await readWhole();
  const rowIn = ({ rows }: typeof before, key: string) => rows.find((row) => row.key === key);
  const runs = await act();
  await rebuild(env, Date.now(), () => true);
  const fresh = await freshId();
  await rebuild(env, Date.now() + 3_600_000, () => true);
  const after = await readWhole();
  const { results } = await env.DB.prepare(
    "SELECT run_id FROM run WHERE run_id IN (SELECT value FROM json_each(?1)) AND (status <> 'published' OR evidence < 2)",
  )
    .bind(JSON.stringify([...ids, fresh]))
    .all();
  const honest = HONEST_KEYS.map((key) => rowIn(after, key));
  const six = [before, after].map((board) => rowIn(board, 'held-by-six')?.value ?? NaN);
  const [confirmed, confirmedBefore] = [after, before].map((board) => {
    const { runs: _runs, position: _position, ...row } = rowIn(board, 'confirmed') ?? { runs: 0, position: 0 };
    return row;
  });
  expect(confirmed, name).toEqual(confirmedBefore);
  const price = {
    attack: name,
    runs,
    hidden: honest.filter((row) => row === undefined).length,
    held: results.length,
    folded: after.folded.filter(({ key }) => HONEST_KEYS.includes(key)).length,
    seen: after.rows.filter(({ key }) => !HONEST_KEYS.includes(key)).length,
    moved: Math.round(1000 * Math.max((six[1] ?? 0) / (six[0] ?? 1), (six[0] ?? 0) / (six[1] ?? 1))) / 1000,
  };
  return {
    ...price,
    isReached: price.hidden + price.held + price.folded === 0 && price.moved < 1.05 && price.seen <= MAX_SEEN,
  };
}

it('an adversary with all of it hides, holds, folds and moves nothing honest, whatever it sends', async () => {
  const prices: Price[] = [];
  for (const attack of ATTACKS) prices.push(await priceOf(attack));
  console.log(`PROOF price_list ${JSON.stringify({ prices })}`);
  for (const price of prices) expect(price, price.attack).toMatchObject({ isReached: true });
}, 900_000);
