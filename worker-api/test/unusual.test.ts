/** What is far better than anything that is known stands apart, and an honest first visitor is seen. */
import { env } from 'cloudflare:workers';
import { SubjectList, type MetricId } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { describe, expect, it, vi } from 'vitest';
import { countHourly } from '../src/aggregation/hourly.ts';
import { DAY_MS } from '../src/base/days.ts';
import { NO_PROVIDER, type SourceTag } from '../src/boards/policy.ts';
import { metricPlace } from '../src/boards/stored-metrics.ts';
import { BestsCount, unusualSet, UnusualJudge, type ConfirmedBests } from '../src/boards/unusual.ts';
import { selectRun } from '../src/store/runs.ts';
import { ask, readBoard } from './client.ts';
import { differences, readAll, takeSnapshot } from './recount.ts';
import { makeUpload, publishFromNetworks, publishTrusted, publishVia, mature } from './runs.ts';

const METRIC = 'seq1m_q8t1_write';
const OPEN = { TRUST_POLICY: 'open' } as const;

const boardOf = (subject = 'device', bindings = {}) => readBoard(`${subject}.${METRIC}.shared`, bindings);
const keysOf = (rows: readonly { readonly key: string }[] = []) => rows.map(({ key }) => key);

const uploadOf = (device: string, speed: number) => makeUpload({ declared: { device }, speed, rig_id: randomId() });

describe('on a board where nothing is confirmed', () => {
  it('the first visitor is seen; a made-up value stands apart, however many one person sends', async () => {
    await publishTrusted(uploadOf('First', 0.2), 1);
    expect(keysOf((await boardOf()).unconfirmed)).toEqual(['first']);
    await publishTrusted(uploadOf('Forged', 2), 2);
    await publishTrusted(uploadOf('Forged Again', 1.9), 2);
    const { unconfirmed, unusual, total } = await boardOf();
    expect([keysOf(unconfirmed), keysOf(unusual), total]).toEqual([['first'], ['forged', 'forged-again'], 1]);
  });

  it('what most others are like has its place again', async () => {
    for (let i = 0; i < 3; i++) await publishTrusted(uploadOf(`Usual ${i}`, 1 + i / 10), 10 + i);
    const { unconfirmed, unusual } = await boardOf();
    expect(keysOf(unusual)).toEqual([]);
    expect(keysOf(unconfirmed).slice(0, 2)).toEqual(['forged', 'forged-again']);
  });

  it('is so on a service that trusts all: everything has a rank', async () => {
    const { rows, unusual } = await boardOf('device', OPEN);
    expect([rows[0]?.key, unusual]).toEqual(['forged', undefined]);
  });
});

describe('on a board where something is confirmed', () => {
  it('more than twice the best of all is unusual: apart, found, said on its page, and without a vote', async () => {
    await publishFromNetworks(4, (i) => uploadOf('Confirmed', 1.01 + i / 100), 100);
    await countHourly(env, Date.now(), 0, () => true);
    const nearId = await publishTrusted(uploadOf('Near', 1.7), 200);
    const farId = await publishTrusted(uploadOf('Far', 2.5), 201);
    const { rows, unconfirmed, unusual } = await boardOf();
    expect([keysOf(rows), keysOf(unconfirmed).includes('near'), keysOf(unusual)]).toEqual([
      ['confirmed'],
      true,
      ['far'],
    ]);
    const body = await (await ask(`/api/v1/boards/device.${METRIC}.shared/subjects?q=far`)).json();
    expect(SubjectList.parse(body).subjects).toEqual([{ key: 'far', name: 'Far', run_id: farId, unconfirmed: true }]);
    const [ofNear, ofFar] = await Promise.all(
      [nearId, farId].map(async (id) => (await ask(`/api/v1/runs/${id}`)).json()),
    );
    expect([ofNear, ofFar]).toMatchObject([{ unranked_because: [] }, { trust: 1, unranked_because: ['unusual'] }]);
  });

  it('does not rank with what suffices for others, and does once a moderator has confirmed it', async () => {
    const nowMs = Date.now();
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(nowMs + i * DAY_MS);
      ids.push(await publishTrusted(uploadOf('Made Up', 3 + i / 100), 300 + i));
    }
    vi.setSystemTime(nowMs + 60 * DAY_MS);
    await mature();
    expect(keysOf((await boardOf()).rows)).not.toContain('made-up');
    await takeSnapshot();
    const { cells, differences: mismatches } = await differences(await readAll());
    expect([mismatches, cells > 100]).toEqual([[], true]);
    await env.DB.prepare('UPDATE run SET confirmed = 1 WHERE run_id = ?1').bind(ids[0]).run();
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await mature();
    expect(keysOf((await boardOf()).rows)[0]).toBe('made-up');
    vi.setSystemTime(nowMs);
  });
});

describe('a judgement', () => {
  const bests: ConfirmedBests = { '': { [METRIC]: 1000 }, ufs: { [METRIC]: 100 }, sata: { [METRIC]: 5000 } };
  const runOf = (value: number, metric: MetricId = METRIC) => ({ [metric]: { value, p99_ns: null } });

  it.each([
    ['ufs', 200, ''],
    ['ufs', 201, 'unusual'],
    ['sata', 2001, 'unusual'],
    ['', 2000, ''],
    ['', 2001, 'unusual'],
    // Nothing of it is confirmed: it is compared with all.
    ['nvme', 2001, 'unusual'],
  ])('of %j: %d is %j', (ofInterface, value, expected) => {
    const set = unusualSet(runOf(value), ofInterface, bests, 2);
    expect(set === '' ? '' : 'unusual').toBe(expected);
    if (set !== '') expect(set).toHaveLength(metricPlace(METRIC));
  });

  it('of what nothing is known of is none', () => expect(unusualSet(runOf(1e9), '', {}, 2)).toBe(''));

  const needs = { minProviders: 3, waitingMs: 0, minSpanMs: 0 };
  /** What is confirmed of cuts, each with the buckets of some providers. */
  const bestsOf = (
    cuts: Readonly<Record<string, readonly (readonly [SourceTag, number])[]>>,
    vouched: number | null = null,
  ) => {
    const count = new BestsCount(needs);
    for (const [cut, providers] of Object.entries(cuts)) count.add(cut, { [METRIC]: { best: { providers, vouched } } });
    return count.finish();
  };
  const providers = (count: number, bucket: number, first = 0) =>
    Array.from({ length: count }, (_, i) => [`${first + i}`, bucket] as const);
  const bestOfLinux = (votes: readonly (readonly [SourceTag, number])[]) =>
    bestsOf({ 'os|2.shared|linux': votes })['']?.[METRIC];

  it.each([
    [3, 3, 150],
    [2, 9, 100],
    [4, 9, 100],
    [5, 9, 150],
    [8, 40, 100],
    [9, 40, 150],
  ])('takes for the best what enough providers reach: %d beside %d', (climberCount, honestCount, bucket) => {
    const best = bestOfLinux([...providers(climberCount, 150), ...providers(honestCount, 100, 100)]);
    expect(best).toBe(1.02 ** bucket);
  });

  it('counts a provider once over all systems, and none without one', () => {
    const honestProviders = providers(9, 100, 100);
    const cuts = {
      'os|2.shared|macos': providers(4, 150),
      'os|2.shared|ios': providers(4, 160),
      'os|2.shared|linux': honestProviders,
    };
    expect(bestsOf(cuts)['']?.[METRIC]).toBe(1.02 ** 100);
    expect(bestOfLinux([...Array.from({ length: 9 }, () => [NO_PROVIDER, 150] as const), ...honestProviders])).toBe(
      1.02 ** 100,
    );
  });

  it('takes what a moderator has confirmed at once', () => {
    expect(bestsOf({ 'os|2.shared|linux': providers(9, 100) }, 200)['']?.[METRIC]).toBe(1.02 ** 200);
  });

  it('of an interface that only its liars name is made with the best of all', () => {
    const lyingBests = bestsOf({
      'interface|2.shared|ufs': providers(3, 200),
      'os|2.shared|linux': providers(9, 100, 100),
    });
    expect(unusualSet(runOf(1.02 ** 150), 'ufs', lyingBests, 2)).not.toBe('');
  });

  it('compares with the middle one of other providers, of which hosting ones are none', () => {
    const rivals = [100, 110, 120, 900].map((value, i) => ({ provider: `${i}`, value, created_ms: i }));
    const hostedValues = Array.from({ length: 9 }, () => ({ provider: NO_PROVIDER, value: 900, created_ms: 0 }));
    const judge = new UnusualJudge(METRIC, {}, 2, [...rivals, ...hostedValues]);
    expect([219, 221].map((value) => judge.isUnusual({ provider: '9', value, created_ms: 9 }, ''))).toEqual([
      false,
      true,
    ]);
    expect(judge.isUnusual({ provider: '3', value: 900, created_ms: 3 }, '')).toBe(true);
  });

  it('of who came before the others is none, whatever they send later', () => {
    const slowValues = [10, 11, 12].map((value, i) => ({ provider: `${i}`, value, created_ms: 5 + i }));
    const judge = new UnusualJudge(METRIC, {}, 2, slowValues);
    expect([4, 5, 6].map((created_ms) => judge.isUnusual({ provider: '9', value: 100, created_ms }, ''))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('the provider of a run', () => {
  it('is a tag of the autonomous system that Cloudflare names, none of a hosting one, and else that of the network', async () => {
    const tagsVia = async (network: number, asn: number | undefined, bindings = {}) => {
      const id = await publishVia(uploadOf('Anywhere', 0.3 + network / 100), { network, asn }, bindings);
      const { provider, network: tag } = (await selectRun(env.DB, id)) ?? {};
      return { provider, tag };
    };
    const [one, two, other] = [await tagsVia(1, 7922), await tagsVia(2, 7922), await tagsVia(3, 3320)];
    expect(one.provider).toBe(two.provider);
    expect(new Set([one.provider, other.provider, one.tag, two.tag, other.tag]).size).toBe(5);
    expect((await tagsVia(4, 16_276)).provider).toBe(NO_PROVIDER);
    const [unnamedTags, localTags] = [await tagsVia(5, undefined), await tagsVia(6, 7922, { BEHIND_CLOUDFLARE: '' })];
    expect([unnamedTags.provider, localTags.provider]).toEqual([unnamedTags.tag, localTags.tag]);
  });
});
