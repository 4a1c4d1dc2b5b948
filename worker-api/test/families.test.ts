import { escapeXml } from '@opfsmark/schema/answer/picture';
import { OEmbed, RunList, RunView, ShieldsBadge, type RunReceipt } from '@opfsmark/schema/api';
import { bucketOf, emptyCounts, encodeHistogram, newRunId, type Side } from '@opfsmark/schema/documents';
import { figuresOf, standardPlan, type RunRecord } from '@opfsmark/schema/families';
import { FORMS, reportOf, type Form } from '@opfsmark/schema/report';
import { REAL_FAMILIES } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256, type UploadOf } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyTitle, LOCALES } from '../src/pictures/words.ts';
import { ask, problemOf, publish, put, remove, send } from './client.ts';
import { makeUpload } from './runs.ts';

const uploadOf = (record: RunRecord, device = 'Any Family') => ({
  record,
  declared: { device },
  deletion_sha256: DELETION_SHA256,
});

describe.each(REAL_FAMILIES)('a run of %s', (family, record) => {
  let run_id = '';
  let receipt: RunReceipt;
  beforeAll(async () => {
    receipt = await publish(uploadOf(record), newRunId(), 0);
    ({ run_id } = receipt);
  });

  it('is stored and shown as it was sent, with its figures', async () => {
    expect(receipt.status).toBe('published');
    const view = RunView.parse(await (await ask(`/api/v1/runs/${run_id}`)).json());
    expect(view).toMatchObject({ record, figures: figuresOf(record), trust: 0 });
  });

  it('is the same upload when it is sent again', async () => {
    expect((await put(run_id, uploadOf(record))).status).toBe(200);
  });

  it('has a badge with its figure, and a card for other sites', async () => {
    const { message } = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json`)).json());
    // The picked file of that record is sparse: it has no number of a drive.
    const figure = family === 'picked-file' ? 'reads partly from memory' : '.*\\d';
    expect(message).toMatch(new RegExp(`^${familyTitle(family)}: ${figure}`));
    const svg = await ask(`/badge/${run_id}.svg`);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await svg.text()).toContain(escapeXml(message));
    const card = await ask(`/oembed?url=${encodeURIComponent(`https://opfsmark.test/r/${run_id}`)}`);
    const { title, thumbnail_url } = OEmbed.parse(await card.json());
    expect([title, thumbnail_url]).toEqual([
      `Any Family · ${message} · OPFSMark`,
      `https://opfsmark.test/og/${run_id}.png?lang=en`,
    ]);
  });

  it('is named in the language that its badge is asked for in', async () => {
    for (const language of ['en', 'ja'] as const) {
      const badge = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json?lang=${language}`)).json());
      expect(badge.message.split(': ')[0]).toBe(LOCALES[language].words.families[family].name);
    }
  });

  it('is listed with its family and profile, can be reported and deleted', async () => {
    const device = `Listed ${family}`;
    const { run_id: listedId, links } = await publish(uploadOf(record, device));
    const listRuns = async () => {
      const path = `/api/v1/runs?device=${device.toLowerCase().replaceAll(' ', '-')}`;
      return RunList.parse(await (await ask(path)).json()).runs;
    };
    expect(await listRuns()).toMatchObject([{ run_id: listedId, family, profile: record.plan.profile }]);
    expect((await send('POST', `${links.self}/reports`, { reason: 'other' })).status).toBe(202);
    expect((await remove(listedId)).status).toBe(204);
    expect((await ask(links.self)).status).toBe(410);
    expect(await listRuns()).toEqual([]);
  });
});

/** Drawn and written by the same code for all: `web/test/answer.test.ts` draws, `schema/test/report` writes each. */
const WITH_FILES = REAL_FAMILIES.filter(([family]) => ['matrix', 'stutter', 'picked-file'].includes(family));

describe.each(WITH_FILES)('the files of a run of %s', (_, record) => {
  let run_id = '';
  beforeAll(async () => void ({ run_id } = await publish(uploadOf(record), newRunId(), 0)));

  it('has a picture', async () => {
    const picture = await ask(`/og/${run_id}.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    await picture.arrayBuffer();
  });

  it('is saved as JSON, and in every form of its report', async () => {
    const file = async (extension: string) => {
      const response = await ask(`/api/v1/runs/${run_id}.${extension}`);
      return [response.status, response.headers.get('content-type'), await response.text()] as const;
    };
    const [, jsonType, json] = await file('json');
    expect([jsonType, RunView.parse(JSON.parse(json)).figures]).toEqual(['application/json', figuresOf(record)]);
    const report = reportOf(record, { run_id, declared: { device: 'Any Family' } });
    for (const { extension, type, write, isFor } of Object.values<Form>(FORMS)) {
      const [status, contentType, body] = await file(extension);
      if (isFor?.(report) === false) expect(status).toBe(404);
      else expect([contentType, body]).toEqual([`${type}; charset=utf-8`, write(report)]);
    }
    expect((await file('xls'))[0]).toBe(404);
  });
});

function sideOf(ops: number, ns: number): Side {
  const counts = emptyCounts();
  counts[bucketOf(ns)] = ops;
  const times = { busy_ns: ops * ns, min_ns: ns, max_ns: ns, histogram: encodeHistogram(counts) };
  const tenth = (value: number) => new Array<number>(10).fill(value).join(' ');
  const series = { ops: tenth(ops / 10), busy_us: tenth((ops * ns) / 1e4), max_us: tenth(ns / 1e3) };
  return { ops, bytes: ops * 4096, short_ops: 0, dropped: 0, ...times, series };
}

/** A run of stutter whose every count agrees with every other. */
function makeStutter(): UploadOf<'stutter'> {
  const { record, declared, deletion_sha256 } = makeUpload();
  const head = { kind: 'throughput', loop: 1, timing: 'each', ended: 'visited', workers: 2 } as const;
  const window = { elapsed_ns: 1e9, total_ns: 1e9, flush_ns: 0, bin_ns: 1e8 };
  const pass = { ...head, ...window, read: sideOf(990, 1e5), write: sideOf(1_010, 1e6) };
  const plan = { ...standardPlan('stutter'), calls: 1_000, workers: 2, min_s: 0 };
  const result = { family: 'stutter', layout: 'shared', pass, load_ms: 1_000 } as const;
  return { record: { ...record, family: 'stutter', wall_ms: 60_000, plan, result }, declared, deletion_sha256 };
}

describe('what is refused', () => {
  type Change = (upload: UploadOf<'stutter'>) => unknown;

  it.each<[string, Change]>([
    [
      '/record/result/pass/read/bytes',
      ({ record }) => record.result.pass?.read && (record.result.pass.read.bytes += 1),
    ],
    [
      '/record/result/pass/write/series/max_us',
      ({ record }) => record.result.pass?.write && (record.result.pass.write.series.max_us = '100'),
    ],
    ['/record/result/pass/read/series/ops', ({ record }) => record.result.pass && (record.result.pass.bin_ns = 1e9)],
    ['/record/result/layout', ({ record }) => (record.result.layout = 'per-worker')],
    [
      '/record/wall_ms',
      ({ record }) => {
        record.wall_ms = 1;
        const { pass } = record.result;
        if (pass) pass.elapsed_ns = pass.total_ns = 9e9;
      },
    ],
    ['/record/result', ({ record }) => delete record.result.pass],
    ['/record/environment/engine', ({ record }) => (record.environment.engine = 'scripted')],
    ['/record/result/family', ({ record }) => Object.assign(record, { result: makeUpload().record.result })],
    ['/record/plan/family', ({ record }) => Object.assign(record, { plan: makeUpload().record.plan })],
    ['/record/plan/calls', ({ record }) => (record.plan.calls = 3)],
    ['/record/family', ({ record }) => Object.assign(record, { family: 'dance' })],
  ])('%s', async (pointer, change) => {
    const upload = structuredClone(makeStutter());
    change(upload);
    const response = await put(newRunId(), upload);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it('nothing of the run that they were made of', async () => {
    expect((await put(newRunId(), makeStutter())).status).toBe(201);
  });
});
