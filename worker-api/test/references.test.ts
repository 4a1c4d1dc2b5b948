/** Results that this project measured itself stand beside few others, and count for nothing. */
import { BOARD_SUBJECTS, formatBoardId, METRIC_IDS, metricOf, metricsOf, SubjectList } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { realRecord } from '@opfsmark/schema/test-support/real-records';
import { beforeAll, describe, expect, it } from 'vitest';
import measuredReferences from '../src/boards/references.json' with { type: 'json' };
import { referencesOn } from '../src/boards/references.ts';
import { ask, readBoard } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeUpload, publishTrusted } from './runs.ts';

const BOARD = { metric: 'seq1m_q1t1_write', layout: 'shared', client: null, filesystem: null } as const;
const ID = formatBoardId({ ...BOARD, subject: 'device' });

beforeAll(startEmpty);

it.each(measuredReferences)('$record says what its record says', ({ record, measured_at, os, browser, metrics }) => {
  const runRecord = realRecord(record);
  expect(metrics).toEqual(metricsOf(runRecord));
  expect(measured_at).toBe(runRecord.started_at);
  const { client } = runRecord.environment;
  expect([os, browser]).toEqual([client.os.family, client.browser.family]);
});

it('stands on the board of every figure that its record has, by each subject', () => {
  for (const { record, scope, metrics, os, browser } of measuredReferences) {
    const [, layout] = scope.split('.') as [string, typeof BOARD.layout];
    for (const metric of METRIC_IDS.filter((id) => id in metrics)) {
      const { withinClient, better } = metricOf(metric);
      for (const subject of withinClient ? (['device'] as const) : BOARD_SUBJECTS) {
        const client = withinClient ? { os, browser } : null;
        const rows = referencesOn({ ...BOARD, subject, metric, layout, client }, []);
        expect(rows.map(({ key }) => key)).toContain(record);
        const values = rows.map(({ value }) => value);
        expect(values).toEqual(values.toSorted((a, b) => (better === 'higher' ? b - a : a - b)));
      }
    }
  }
});

it('stands on no board of another system', () => {
  expect(referencesOn({ ...BOARD, subject: 'device', client: { os: 'windows', browser: 'chrome' } }, [])).toEqual([]);
});

it('goes when twenty results are listed, however many subjects these have', () => {
  const board = { ...BOARD, subject: 'device' } as const;
  const listedRows = (...counts: number[]) => counts.map((runs) => ({ runs }));
  expect(referencesOn(board, listedRows(18, 1))).not.toEqual([]);
  expect(referencesOn(board, listedRows(18, 1, 1))).toEqual([]);
});

describe.each([
  ['guarded', {}],
  ['open', { TRUST_POLICY: 'open' }],
])('where the policy is %s', (_, bindings) => {
  const readListed = async () => {
    const { rows, references = [], total } = await readBoard(ID, bindings);
    return { rows, references: references.map(({ key }) => key), total };
  };

  it('it is all that a new site shows, and takes neither place, rank nor total of the first result', async () => {
    await startEmpty();
    expect(await readListed()).toEqual({ rows: [], references: ['chromium-quick'], total: 0 });
    await publishTrusted(makeUpload({ declared: { device: 'First' }, speed: 0.01, rig_id: randomId() }), 1);
    const { rows, references, total } = await readListed();
    expect(references).toEqual(['chromium-quick']);
    expect(total).toBe(1);
    expect(rows.map(({ key, position }) => [key, position])).toEqual([['first', 1]]);
    const answer = await ask(`/api/v1/boards/${ID}/subjects?q=machine`, {}, bindings);
    expect(SubjectList.parse(await answer.json()).subjects).toEqual([]);
  });
});
