import { newRunId } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';
import { ask, problemOf, put } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const read = (runId: string, bookmark: string) =>
  ask(`/api/v1/runs/${runId}`, { headers: { 'x-d1-bookmark': bookmark } });

it('an upload answers with a bookmark, new or repeated, and a read with it sees what was written', async () => {
  const runId = newRunId();
  const upload = makeUpload();
  const bookmarks: string[] = [];
  for (const status of [201, 200]) {
    const answer = await put(runId, upload);
    expect(answer.status).toBe(status);
    const bookmark = answer.headers.get('x-d1-bookmark') ?? '';
    expect(bookmark).toMatch(/^[0-9a-f]+(-[0-9a-f]+)+$/);
    bookmarks.push(bookmark);
    const view = await read(runId, bookmark);
    expect(view.status).toBe(200);
    expect(await view.json()).toMatchObject({ run_id: runId });
  }
  const next = await put(newRunId(), makeUpload());
  expect((next.headers.get('x-d1-bookmark') ?? '') > (bookmarks[0] ?? '')).toBe(true);
});

it.each(['first-primary', 'DROP TABLE run', '-', 'f'.repeat(5000), '0-0-0-0-0-0-0-0-0'])(
  'what is no bookmark is refused: %.20s',
  async (bookmark) => {
    const answer = await read(newRunId(), bookmark);
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).errors).toEqual([{ pointer: '/x-d1-bookmark', detail: 'is no bookmark' }]);
  },
);

it('a bookmark that no database gave is no error of the service', async () => {
  for (const bookmark of ['0', 'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff']) {
    expect((await read(newRunId(), bookmark)).status).toBe(404);
  }
});
