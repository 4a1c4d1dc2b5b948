import { bucketOf, emptyCounts, encodeHistogram, type Side } from '@opfsmark/schema/documents';
import {
  familyPlanOf,
  type AnyView,
  type FamilyPlan,
  type FamilyResult,
  type FamilyUpload,
} from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { randomId } from '../src/base/crypto.ts';
import { ask, problemOf, publish, put } from './client.ts';
import { makeUpload } from './factory.ts';

function sideOf(ops: number, ns: number): Side {
  const counts = emptyCounts();
  counts[bucketOf(ns)] = ops;
  const times = { busy_ns: ops * ns, min_ns: ns, max_ns: ns, histogram: encodeHistogram(counts) };
  return { ops, bytes: ops * 4096, short_ops: 0, dropped: 0, ...times, series: { ops: '', busy_us: '', max_us: '' } };
}

/** An upload of a family as a real run makes it. */
function uploadOf(plan: FamilyPlan, result: FamilyResult): FamilyUpload {
  const { record, declared } = makeUpload();
  return { record: { ...record, wall_ms: 60_000, plan, result }, declared };
}

const window = { elapsed_ns: 1e9, total_ns: 1e9, flush_ns: 0, bin_ns: 1e8 };
const stutter = (): FamilyUpload =>
  uploadOf(
    { ...familyPlanOf('stutter'), calls: 1_000, workers: 2 },
    {
      family: 'stutter',
      layout: 'shared',
      pass: {
        ...{ kind: 'throughput', loop: 1, timing: 'each', ended: 'visited', workers: 2 },
        ...window,
        read: sideOf(990, 1e5),
        write: sideOf(1_010, 1e6),
      },
    },
  );
const smallFiles = (): FamilyUpload =>
  uploadOf(
    { ...familyPlanOf('small-files'), ll_512k_files: 0, ll_4k_files: 0, hl_4k_files: 10, trials: 1 },
    {
      family: 'small-files',
      cases: [
        {
          id: 'hl_4k',
          files: 10,
          in_flight: 8,
          create_us: '20000',
          copy_us: '30000',
          delete_us: '10000',
          read: { calls: 10, bytes: 40_960, ns: 1e7 },
          write: { calls: 20, bytes: 81_920, ns: 4e7 },
          verified_files: 10,
        },
      ],
    },
  );

describe.each([
  ['stutter', stutter],
  ['small-files', smallFiles],
] as const)('a run of %s', (family, make) => {
  it('is stored and shown as it was sent, and never ranked', async () => {
    const { run_id, status } = await publish(make());
    expect(status).toBe('published');
    const view = await (await ask(`/api/v1/runs/${run_id}`)).json<AnyView>();
    expect(view).toMatchObject({ record: make().record, derived: [], metrics: {}, trust: 0 });
  });

  it('is the same upload when it is sent again', async () => {
    const runId = randomId();
    const answers = [await put(runId, make()), await put(runId, make())];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  });

  it('can be had as CSV, text, badge and picture', async () => {
    const { run_id } = await publish(make());
    const [csv, text, badge, picture] = await Promise.all(
      [`/api/v1/runs/${run_id}.csv`, `/api/v1/runs/${run_id}.txt`, `/badge/${run_id}.svg`, `/og/${run_id}.png`].map(
        (path) => ask(path),
      ),
    );
    expect(await csv?.text()).toContain(`,${family},`);
    expect(await text?.text()).toContain(family);
    expect(await badge?.text()).toContain(family.replace('-', ' '));
    expect(picture?.status).toBe(200);
  });
});

describe('what is refused', () => {
  const changed = (change: (upload: FamilyUpload) => void) => {
    const upload = structuredClone(stutter());
    change(upload);
    return upload;
  };

  it.each<[string, FamilyUpload]>([
    [
      '/record/result/pass/read/bytes',
      changed(
        ({ record: { result } }) => result.family === 'stutter' && result.pass?.read && (result.pass.read.bytes += 1),
      ),
    ],
    [
      '/record/result/layout',
      changed(({ record: { result } }) => result.family === 'stutter' && (result.layout = 'per-worker')),
    ],
    [
      '/record/wall_ms',
      changed(({ record }) => {
        record.wall_ms = 1;
        const pass = record.result.family === 'stutter' ? record.result.pass : undefined;
        if (pass) pass.elapsed_ns = pass.total_ns = 9e9;
      }),
    ],
    ['/record/result', changed(({ record: { result } }) => result.family === 'stutter' && delete result.pass)],
    ['/record/environment/engine', changed(({ record: { environment } }) => (environment.engine = 'scripted'))],
    ['/record/result/family', changed(({ record }) => (record.result = smallFiles().record.result))],
  ])('%s', async (pointer, upload) => {
    const response = await put(randomId(), upload);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it('names the field of the family that is wrong', async () => {
    const response = await put(
      randomId(),
      changed(({ record: { plan } }) => plan.family === 'stutter' && (plan.calls = 3)),
    );
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/record/plan/calls');
  });

  it('holds an unknown family against the grid', async () => {
    const upload = { ...stutter(), record: { ...stutter().record, plan: { family: 'dance' } } };
    const response = await put(randomId(), upload);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await problemOf(response)).errors?.[0]?.pointer).toContain('/record/plan');
  });
});
