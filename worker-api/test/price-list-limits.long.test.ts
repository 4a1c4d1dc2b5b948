/** The least that it costs to copy, to use up what others need, with whole made records. */
import { env } from 'cloudflare:workers';
import type { RunUpload } from '@opfsmark/schema/api';
import {
  decodeHistogram,
  encodeHistogram,
  newRunId,
  randomId,
  type Side,
  slugOf,
  totalCount,
} from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { measureStorage } from '../src/aggregation/storage.ts';
import { DAY_MS, HOUR_MS } from '../src/base/days.ts';
import type { Env } from '../src/base/env.ts';
import { insertSearch } from '../src/store/device-search.ts';
import { insertModel } from '../src/store/models.ts';
import { joinGroup, makeGroup, put } from './client.ts';
import { startEmpty } from './empty.ts';
import names from './names.json' with { type: 'json' };
import { type Cost, NEVER } from './prices.ts';
import { makeUpload, ONCE, sentFrom, ticketed } from './runs.ts';

const prices: unknown[] = [];
function price(attack: string, cost: Cost, isReached: boolean): void {
  prices.push({ attack, ...cost, isReached });
  expect(isReached, `${attack}: ${JSON.stringify(cost)}`).toBe(true);
}

const uploadOf = (device: string, rig_id?: string) =>
  makeUpload({ declared: { device, drive: device }, ...(rig_id === undefined ? {} : { rig_id }) });

/** Sends a run from a network of a provider, with a ticket or without; the status of the answer. */
async function send(
  upload: RunUpload,
  { network, asn, hasTicket = true }: { network: number; asn: number; hasTicket?: boolean },
  vars: Partial<Env> = {},
): Promise<number> {
  const [init, bindings] = [
    { ...sentFrom(network), cf: { asn } },
    { BEHIND_CLOUDFLARE: '1', ...vars },
  ];
  if (!hasTicket) return (await put(newRunId(), upload, init, bindings)).status;
  const ticketedUpload = await ticketed(upload, init, bindings);
  return (await put(ticketedUpload.ticket.run_id, ticketedUpload, init, bindings)).status;
}

vi.setConfig({ testTimeout: 600_000 });
beforeAll(startEmpty);
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  vi.resetConfig();
  console.log(`PROOF price_list ${JSON.stringify({ prices })}`);
});

describe('a network that many share', () => {
  const ASN = 3_100;
  let schools = 0;

  it.each([
    ['under one name', () => 'M'.repeat(16), () => undefined],
    ['without a name', () => undefined, () => randomId()],
    ['under a new name each time', () => randomId(), () => undefined],
  ])('is not off for the day by one machine %s', async (how, rigOf, neighbourOf) => {
    const network = 30_000 + schools++;
    const upload = () => send(uploadOf('Greedy', rigOf()), { network, asn: ASN });
    let sentCount = 0;
    while ((await upload()) === 201) sentCount++;
    expect(sentCount).toBeLessThanOrEqual(150);
    const isOff = (await send(uploadOf('Pupil', neighbourOf()), { network, asn: ASN })) === 429;
    price(`a school off for the day, by one machine ${how}`, NEVER, !isOff);
  });
});

describe('the group of a class', () => {
  const [NETWORK, ASN] = [31_000, 3_200];

  /** Adds runs of one machine until the group takes no more of them; how many, and whether it takes one of another. */
  async function fill(
    network: number,
    rigOf: (n: number) => string,
    neighbourNetwork: number,
  ): Promise<{ joinCount: number; isFull: boolean }> {
    const group = await makeGroup();
    const join = async (rig: string, from: number) => {
      const upload = uploadOf('Member', rig);
      const init = { ...sentFrom(from), cf: { asn: ASN } };
      const ticketedUpload = await ticketed(upload, init, { BEHIND_CLOUDFLARE: '1' });
      const runId = ticketedUpload.ticket.run_id;
      const { status } = await put(runId, ticketedUpload, init, { BEHIND_CLOUDFLARE: '1' });
      return status === 201 ? (await joinGroup(group, runId, DELETION_KEY, {}, from)).status : status;
    };
    let joinCount = 0;
    while ((await join(rigOf(joinCount), network)) === 200) joinCount++;
    return { joinCount, isFull: (await join('P'.repeat(16), neighbourNetwork)) !== 200 };
  }

  it('is not filled by one machine, nor from one network under many names', async () => {
    const oneRig = await fill(NETWORK, () => 'M'.repeat(16), NETWORK);
    expect(oneRig.joinCount).toBeLessThanOrEqual(38);
    price("a class's group filled by one machine", NEVER, !oneRig.isFull);
    const tenRigs = await fill(NETWORK + 1, (n) => String(n % 10).padStart(16, '0'), NETWORK + 2);
    price("a class's group filled by one network under ten names", NEVER, !tenRigs.isFull);
  });
});

describe('a published result', () => {
  /** Moves one call of a histogram by a step; nothing else has to change for it. */
  function moveOneCall(side: Side): void {
    const counts = [...(decodeHistogram(side.histogram) ?? [])];
    const mostIndex = counts.indexOf(Math.max(...counts));
    const nextIndex = (counts[mostIndex + 1] ?? 0) > 0 ? mostIndex + 1 : mostIndex - 1;
    counts[mostIndex] = (counts[mostIndex] ?? 0) - 1;
    counts[nextIndex] = (counts[nextIndex] ?? 0) + 1;
    side.histogram = encodeHistogram(counts);
  }
  const callsIn = ({ histogram }: Side) => totalCount(decodeHistogram(histogram) ?? []);
  const sidesIn = ({ record: { result } }: ReturnType<typeof makeUpload>): Side[] =>
    result.jobs
      .flatMap(({ passes }) => passes.flatMap(({ read, write }) => [read, write]))
      .filter((side) => side !== undefined)
      .toSorted((a, b) => callsIn(b) - callsIn(a));

  it('is refused as a copy, whichever call is moved by a step, but in the one histogram by which it is known', async () => {
    const original = makeUpload({ declared: { device: 'Original' }, seed: 1 });
    expect(await send(original, { network: 32_000, asn: 3_300 }, ONCE)).toBe(201);
    const statuses: number[] = [];
    for (const i of sidesIn(original).keys()) {
      const copy = structuredClone(original);
      copy.declared = { ...copy.declared, device: `Copy ${i}` };
      const side = sidesIn(copy)[i];
      if (side) moveOneCall(side);
      statuses.push(await send(copy, { network: 32_001 + i, asn: 3_300 }, ONCE));
    }
    // Some contradict the rest of the record then. Who tries one after another has found it after half of them.
    const triedCount = statuses.filter((status) => status !== 422).length;
    const acceptedCount = statuses.filter((status) => status === 201).length;
    const cost = { networks: 1, providers: 1, days: 0, requests: triedCount };
    price('a published result again, one call moved by a step', cost, triedCount > 50 && acceptedCount <= 1);
  });
});

it('the room of a day is filled by no fewer providers than 5 MB of each allow, and has room for runs with tickets', async () => {
  // A hundredth of what is allowed in wrangler.jsonc.
  const SCALE = 100;
  const vars = {
    MAX_PROVIDER_BYTES_PER_DAY: String(Number(env.MAX_PROVIDER_BYTES_PER_DAY) / SCALE),
    MAX_DATABASE_BYTES_PER_DAY: String(Number(env.MAX_DATABASE_BYTES_PER_DAY) / SCALE),
  };
  const startMs = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + HOUR_MS;
  vi.setSystemTime(startMs);
  await measureStorage(env, startMs);
  const junk = (n: number) => uploadOf(`${'Junk '.repeat(12)}${n}`);
  let [providers, runs, status] = [0, 0, 201];
  while (status !== 503 && providers < 100) {
    const asn = 5_000 + providers;
    const sendOne = () => send(junk(runs), { network: 40_000 + runs, asn, hasTicket: false }, vars);
    status = await sendOne();
    if (status === 201) providers++;
    for (; status === 201; status = await sendOne()) runs++;
    await measureStorage(env, Date.now());
  }
  const ticketStatus = await send(uploadOf('With a Ticket', randomId()), { network: 39_999, asn: 3_300 }, vars);
  const cost = { networks: SCALE * runs, providers, days: 1, requests: SCALE * runs };
  price('the room of a day, for runs without a ticket', cost, providers >= 32 && ticketStatus === 201);
});

it('a hostile name is never accepted, and an honest one never refused', async () => {
  await env.DB.batch(
    names.confirmed.flatMap((name) => [
      insertModel(env.DB, 'device', slugOf(name), name, 1),
      insertSearch(env.DB, slugOf(name)),
    ]),
  );
  await env.DB.prepare("UPDATE device SET status = 'approved' WHERE created_ms = 1").run();
  const statusesOf = async (namesByKind: Readonly<Record<string, readonly string[]>>, firstNetwork: number) => {
    const statuses: number[] = [];
    for (const device of Object.values(namesByKind).flat()) {
      const upload = makeUpload({ declared: { device } });
      statuses.push(await send(upload, { network: firstNetwork + statuses.length, asn: 3_400 }, vars));
    }
    return statuses;
  };
  const vars = { MAX_PROVIDER_BYTES_PER_DAY: '1e9' };
  const [hostileStatuses, honestStatuses] = [
    await statusesOf(names.refused, 50_000),
    await statusesOf(names.accepted, 51_000),
  ];
  const isReached =
    hostileStatuses.every((status) => status === 422) && honestStatuses.every((status) => status === 201);
  price(
    `one of ${hostileStatuses.length} hostile names, beside ${honestStatuses.length} honest ones`,
    NEVER,
    isReached,
  );
});
