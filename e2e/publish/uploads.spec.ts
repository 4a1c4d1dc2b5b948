import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import type { RunUpload } from '@opfsmark/schema/api';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { problemOf } from '../support/lib/api.ts';

/** An upload of the grid, whose parts a test may change. */
type GridUpload = Omit<RunUpload, 'record'> & {
  record: { -readonly [Key in keyof FamilyRecord<'matrix'>]: FamilyRecord<'matrix'>[Key] };
};

/** Each changes one thing in a real upload; the problem document must point at it. */
const CONTRADICTIONS: [what: string, pointer: RegExp, change: (upload: GridUpload) => unknown][] = [
  ['bytes that are not ops x block', /bytes$/, (upload) => (sideOf(upload).bytes += 1)],
  ['a histogram that does not sum to ops', /histogram/, (upload) => (sideOf(upload).ops += 1)],
  ['passes longer than the run', /wall_ms/, (upload) => (upload.record.wall_ms = 1)],
  ['a pass faster than memory', /elapsed_ns/, (upload) => (passOf(upload).elapsed_ns = 1)],
  ['a file size out of bounds', /file_bytes/, (upload) => (upload.record.plan.file_bytes = 1)],
  ['no device', /device/, (upload) => (upload.declared.device = '')],
  ['an unknown field', /record/, (upload) => Object.assign(upload.record, { score: 9000 })],
];

function passOf(upload: GridUpload) {
  const pass = upload.record.result.jobs.flatMap((job) => job.passes).find((p) => p.timing === 'each' && p.loop > 0);
  if (!pass) throw new Error('no pass was timed call by call');
  return pass;
}

function sideOf(upload: GridUpload) {
  const pass = passOf(upload);
  const side = pass.write ?? pass.read;
  if (!side) throw new Error('the pass has no side');
  return side;
}

for (const [what, pointer, change] of CONTRADICTIONS) {
  test(`an upload with ${what} is refused and not stored`, async ({ api, measured }) => {
    const upload = structuredClone<GridUpload>({
      record: measured,
      declared: declaration(),
      deletion_sha256: DELETION_SHA256,
    });
    change(upload);
    const id = newRunId();
    const response = await api.putRun(id, upload);
    expect(response.status()).toBe(422);
    const problem = await problemOf(response);
    expect(problem.errors?.map((error) => error.pointer).join(' ')).toMatch(pointer);
    expect((await api.get(`/runs/${id}`)).status()).toBe(404);
  });
}

test('a body that is not JSON, or of another content type, is refused', async ({ api }) => {
  const malformed = await api.putText(newRunId(), '{"record":');
  expect(malformed.status()).toBe(400);
  await problemOf(malformed);
  const other = await api.putText(newRunId(), '{}', 'text/plain');
  expect(other.status()).toBe(415);
  await problemOf(other);
});

test('a body far larger than any run is refused', async ({ api }) => {
  const response = await api.putText(newRunId(), JSON.stringify({ note: 'x'.repeat(2_000_000) }));
  expect(response.status()).toBe(413);
  await problemOf(response);
});

test('a malformed id is refused', async ({ api, measured }) => {
  const response = await api.putRun('ILOU', {
    record: measured,
    declared: declaration(),
    deletion_sha256: DELETION_SHA256,
  });
  expect(response.status()).toBeGreaterThanOrEqual(400);
  expect(response.status()).toBeLessThan(500);
  await problemOf(response);
});

test('the same upload again changes nothing; another upload under the same id is a conflict', async ({
  api,
  measured,
}) => {
  const id = newRunId();
  const upload = { record: measured, declared: declaration(), deletion_sha256: DELETION_SHA256 };
  expect((await api.putRun(id, upload)).status()).toBe(201);
  const first = await (await api.get(`/runs/${id}`)).text();
  expect((await api.putRun(id, upload)).status()).toBe(200);

  const other = await api.putRun(id, { ...upload, declared: declaration() });
  expect([409, 422]).toContain(other.status());
  await problemOf(other);
  expect(await (await api.get(`/runs/${id}`)).text()).toBe(first);
});

/** Each sign becomes a word in the device's address. */
test('the service accepts a device of 50 plus signs, or refuses it with a reason', async ({
  api,
  measured,
  request,
}) => {
  const response = await api.putRun(newRunId(), {
    record: measured,
    declared: declaration({ device: '+'.repeat(50) }),
    deletion_sha256: DELETION_SHA256,
  });
  expect([201, 400, 422]).toContain(response.status());
  if (response.status() !== 201) {
    const { errors } = await problemOf(response);
    expect(errors?.map(({ pointer }) => pointer).join(' ')).toContain('device');
    return;
  }
  const { run_id } = (await response.json()) as { run_id: string };
  expect((await request.get(`/r/${run_id}`)).status()).toBe(200);
});
