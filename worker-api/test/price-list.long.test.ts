/**
 * What a made-up first place costs at the least. The adversary draws whole records call by call, so that nothing in them
 * contradicts itself, and returns as often as it likes.
 */
import { env } from 'cloudflare:workers';
import { randomId } from '@opfsmark/schema/documents';
import { expect, it, vi } from 'vitest';
import { countHourly } from '../src/aggregation/hourly.ts';
import { DAY_MS, HOUR_MS } from '../src/base/days.ts';
import { readBoard } from './client.ts';
import { type Cost, NEVER } from './prices.ts';
import { makeUpload, publishFromNetworks, publishVia } from './runs.ts';

const HONEST = 20;
const HOSTING = [16_276, 24_940, 14_061];

/** A run that is sent: when, and through which provider. */
interface Visit {
  readonly hours: number;
  readonly asn: number;
}

let uploads = 0;
/** With one seed they differ by their speed and nothing else; two are never the same. */
const uploadOf = (device: string, speed: number) =>
  makeUpload({ declared: { device }, speed: speed * (1 + ++uploads / 4e3), rig_id: randomId(), seed: 7 });

let attacks = 0;

/** What it cost until the device is first; nothing where it is not within the time. Each visit comes from a network of its own. */
async function attack(visits: readonly Visit[], speed: number, maxDays: number): Promise<Cost> {
  const device = `Made Up ${++attacks}`;
  const startMs = Date.now();
  const moments = visits.map(({ hours }) => hours);
  const checks = Array.from({ length: maxDays * 6 }, (_, i) => (i + 1) * 4);
  let sentCount = 0;
  for (const hours of [...new Set([...moments, ...checks])].toSorted((a, b) => a - b)) {
    vi.setSystemTime(startMs + hours * HOUR_MS);
    for (const visit of visits.filter((one) => one.hours === hours)) {
      const upload = uploadOf(device, speed);
      await publishVia(upload, { network: 1000 * attacks + sentCount++, asn: visit.asn });
    }
    await countHourly(env, Date.now(), 0, () => true);
    const { rows } = await readBoard();
    if (rows.find(({ subject }) => subject.name === device)?.rank === 1) {
      const providers = new Set(visits.map(({ asn }) => asn)).size;
      return { networks: visits.length, providers, days: hours / 24, requests: 2 * visits.length };
    }
  }
  return NEVER;
}

/** The cheapest of some attempts, in days. */
async function cheapest(attempts: readonly (readonly Visit[])[], speed: number, maxDays: number): Promise<Cost> {
  let bestCost = NEVER;
  for (const visits of attempts) {
    const cost = await attack(visits, speed, maxDays);
    if ((cost.days ?? Infinity) < (bestCost.days ?? Infinity)) bestCost = cost;
    vi.setSystemTime(Date.now() + DAY_MS);
  }
  return bestCost;
}

const through = (providers: readonly number[], hours: readonly number[]): Visit[] =>
  providers.map((asn, i) => ({ asn, hours: hours[i % hours.length] ?? 0 }));
const providersOf = (count: number) => Array.from({ length: count }, (_, i) => 3_000 + i);

/** What an attack left is gone before the next. */
async function forgetAttacks(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM run WHERE device LIKE 'made-up%' OR device LIKE 'held%'"),
    env.DB.prepare('UPDATE cohort SET stale = 1'),
  ]);
  await countHourly(env, Date.now(), 0, () => true);
}

/** One first place after another, each as much better as is not unusual: of the same providers, from new networks. */
async function inSteps(speeds: readonly number[], providers: readonly number[]): Promise<Cost> {
  const steps: Cost[] = [];
  for (const speed of speeds) {
    const cost = await attack(through(providers, [0, 20]), speed, 30);
    steps.push(cost);
    if (cost.days === null) break;
  }
  const sum = (values: readonly (number | null)[]) =>
    values.includes(null) ? null : values.reduce((total: number, n) => total + (n ?? 0), 0);
  return {
    networks: sum(steps.map(({ networks }) => networks)),
    providers: providers.length,
    days: sum(steps.map(({ days }) => days)),
    requests: sum(steps.map(({ requests }) => requests)),
  };
}

const HOLDERS = providersOf(6).map((asn) => asn + 1_000);
/** The lower the better: there whoever says less has the middle of two. */
const WAITS = 'device.rnd4k_q1t1_flush.shared.linux~chrome';

/** What it costs until a row that six networks of six providers hold says something else; nothing where it never does. */
async function takeRow(visits: readonly Visit[], maxDays: number): Promise<Cost> {
  const device = `Held ${++attacks}`;
  const [firstNetwork, startMs] = [1000 * attacks, Date.now()];
  for (const [i, asn] of HOLDERS.entries()) {
    vi.setSystemTime(startMs - (20 - i) * DAY_MS);
    await publishVia(uploadOf(device, 1), { network: firstNetwork + i, asn });
  }
  const valuesAt = async (hours: number): Promise<number[]> => {
    vi.setSystemTime(startMs + hours * HOUR_MS);
    await countHourly(env, Date.now(), 0, () => true);
    const rows = await Promise.all([readBoard(), readBoard(WAITS)]);
    return rows.map((board) => board.rows.find(({ subject }) => subject.name === device)?.value ?? 0);
  };
  const heldValues = await valuesAt(0);
  expect(heldValues).not.toContain(0);
  const checks = Array.from({ length: maxDays }, (_, day) => 24 * day + 20);
  for (const hours of [...new Set([0, ...checks])]) {
    vi.setSystemTime(startMs + hours * HOUR_MS);
    for (const [i, visit] of visits.entries()) {
      const network = firstNetwork + HOLDERS.length + i;
      if (visit.hours === hours) await publishVia(uploadOf(device, 1.6), { network, asn: visit.asn });
    }
    const values = await valuesAt(hours);
    if (values.every((value, i) => Math.abs(Math.log(value / (heldValues[i] ?? 0))) < Math.log(1.3))) continue;
    const providers = new Set(visits.map(({ asn }) => asn)).size;
    return { networks: visits.length, providers, days: hours / 24, requests: 2 * visits.length };
  }
  return NEVER;
}

/** Networks of some providers that come to a row within a day: of each as many. */
const peerGroup = (networks: number, providers: readonly number[]) =>
  Array.from({ length: networks }, (_, i): Visit => ({
    asn: providers[i % providers.length] ?? 0,
    hours: i % 2 === 0 ? 0 : 20,
  }));

/** The cheapest that takes a row, in providers and networks. */
async function cheapestRow(): Promise<Cost> {
  const peerGroups = [
    peerGroup(7, providersOf(2)),
    peerGroup(54, providersOf(6)),
    peerGroup(54, HOLDERS),
    peerGroup(66, providersOf(11)),
    peerGroup(12, providersOf(12)),
    peerGroup(13, providersOf(13)),
  ];
  for (const visits of peerGroups) {
    const cost = await takeRow(visits, 30);
    await forgetAttacks();
    if (cost.days !== null) return cost;
  }
  return NEVER;
}

/** Twenty hours and a week, and three. */
const FIRST_DAYS = 20 / 24 + 7;
const LATE_DAYS = 20 / 24 + 21;

it('a first place costs three providers a week, an unusual one nine providers three weeks, at once or in steps, or a person, and a row twice those that hold it three weeks', async () => {
  await publishFromNetworks(HONEST, (i) => uploadOf(`Honest ${i % 2}`, 1), 100);
  await countHourly(env, Date.now(), 0, () => true);

  const unusualCost = await cheapest(
    [through(providersOf(3), [0, 20]), through(providersOf(8), [0, 20]), through(providersOf(9), [0, 20])],
    6,
    30,
  );
  await forgetAttacks();
  const midnight = await attack(through(providersOf(3), [0, 80 / 3600]), 1.6, 12);
  await forgetAttacks();
  const first = await cheapest(
    [
      // Three addresses in 90 seconds; two providers with three networks each; three that host.
      through(providersOf(3), [0, 0.01, 0.02]),
      through([...providersOf(2), ...providersOf(2), ...providersOf(2)], [0, 20, 40]),
      through(HOSTING, [0, 20, 40]),
      through(providersOf(3), [0, 20]),
    ],
    1.7,
    12,
  );
  await forgetAttacks();
  // Three providers climb no second step, and eight none either.
  const climbers: Cost[] = [];
  for (const count of [3, 8, 9]) {
    climbers.push(await inSteps([1.7, 1.7 ** 2, 1.7 ** 3], providersOf(count)));
    await forgetAttacks();
  }
  const steps = climbers.find(({ days }) => days !== null) ?? NEVER;
  const row = await cheapestRow();
  vi.useRealTimers();

  const isAtLeast = ({ providers, days }: Cost, goal: { readonly providers: number; readonly days: number }) =>
    days === null || ((providers ?? 0) >= goal.providers && days >= goal.days);
  const prices = [
    { attack: 'first on every board', ...first, isReached: isAtLeast(first, { providers: 3, days: 7 }) },
    { attack: 'midnight', ...midnight, isReached: isAtLeast(midnight, { providers: 3, days: 7 }) },
    { attack: 'unusual', ...unusualCost, isReached: isAtLeast(unusualCost, { providers: 9, days: 21 }) },
    { attack: 'unusual, in steps', ...steps, isReached: isAtLeast(steps, { providers: 9, days: 21 }) },
    { attack: 'a row of six', ...row, isReached: isAtLeast(row, { providers: 2 * HOLDERS.length, days: 21 }) },
  ];
  console.log(`PROOF price_list ${JSON.stringify({ prices })}`);
  expect(first).toEqual({ networks: 3, providers: 3, days: FIRST_DAYS, requests: 6 });
  expect(midnight).toEqual(NEVER);
  expect(unusualCost).toMatchObject({ networks: 9, providers: 9, requests: 18 });
  expect(unusualCost.days).toBeGreaterThan(21);
  expect(steps.providers).toBe(9);
  // The second step is unusual as long as the first one counts on its own board alone.
  expect(steps.days).toBeCloseTo(2 * FIRST_DAYS + LATE_DAYS, 3);
  expect(row).toEqual({ networks: 12, providers: 12, days: LATE_DAYS, requests: 24 });
}, 600_000);
