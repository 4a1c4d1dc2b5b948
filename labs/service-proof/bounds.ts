import type { GroupReceipt, GroupView, RunList } from '@opfsmark/schema/api';
import type { BoardList, DeviceList } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { jsonRequest } from '../../worker-api/test/tickets.ts';

const MAX_PAGES = 5;

interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly security?: unknown } }>>;
}

export interface ReadReport {
  readonly addresses: number;
  /** Rows that the hungriest of them read. */
  readonly maxRows: number;
}

/** Reads every public address of a service that is started with METER_D1, page by page. */
export async function rowsPerRead(origin: string): Promise<ReadReport> {
  let [addresses, maxRows] = [0, 0];
  let hungriestPath = '';
  for (const path of await allPaths(origin)) {
    let nextPath: string | undefined = path;
    for (let page = 0; nextPath !== undefined && page < MAX_PAGES; page++) {
      const response: Response = await fetch(origin + nextPath);
      await response.arrayBuffer();
      const rows = Number(/rows-read;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]);
      if (Number.isNaN(rows)) throw new Error(`no count of rows: ${nextPath} -> ${response.status}`);
      addresses++;
      if (rows > maxRows) [maxRows, hungriestPath] = [rows, nextPath];
      nextPath = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
  }
  console.log(`  ${addresses} answers, the most rows for ${hungriestPath}`);
  return { addresses, maxRows };
}

/** The ids of so many runs: those that are there, and new ones where they are too few. */
async function runIds(origin: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let path: string | null = '/runs';
  while (path !== null && ids.length < count) {
    const { runs, next_cursor }: RunList = await read<RunList>(origin, path);
    ids.push(...runs.map(({ run_id }) => run_id));
    path = next_cursor === null ? null : `/runs?cursor=${next_cursor}`;
  }
  while (ids.length < count) {
    const id = newRunId();
    const { status } = await fetch(`${origin}/api/v1/runs/${id}`, jsonRequest('PUT', JSON.stringify(makeUpload())));
    if (status !== 201) throw new Error(`run: ${status}`);
    ids.push(id);
  }
  return ids.slice(0, count);
}

/** A group with as many runs as one may have; its id. */
async function fullGroup(origin: string): Promise<string> {
  const body = JSON.stringify({ name: 'Reads', deletion_sha256: '0'.repeat(64) });
  const response = await fetch(`${origin}/api/v1/groups`, jsonRequest('POST', body));
  const { group_id } = (await response.json()) as GroupReceipt;
  const init = { method: 'PUT', headers: { authorization: `Bearer ${DELETION_KEY}` } };
  const { max_runs } = await read<GroupView>(origin, `/groups/${group_id}`);
  for (const id of await runIds(origin, max_runs)) {
    const { status } = await fetch(`${origin}/api/v1/groups/${group_id}/runs/${id}`, init);
    if (status !== 200) throw new Error(`group: ${status}`);
  }
  return group_id;
}

async function read<T>(origin: string, path: string): Promise<T> {
  return (await (await fetch(`${origin}/api/v1${path}`)).json()) as T;
}

/** Every address that anybody may read, for everything that there is. */
async function allPaths(origin: string): Promise<string[]> {
  const { boards } = await read<BoardList>(origin, '/boards');
  const { devices } = await read<DeviceList>(origin, '/devices');
  const { runs } = await read<RunList>(origin, '/runs');
  const [run] = runs;
  if (!run) throw new Error('nothing is published');
  const values: Readonly<Record<string, readonly string[]>> = {
    board_id: ['device.rnd4k_q1t1_write.shared', ...boards.map(({ id }) => id)],
    slug: [run.device.slug, ...devices.map(({ slug }) => slug)],
    run_id: [run.run_id],
    group_id: [await fullGroup(origin)],
    fs: ['ext4', 'apfs'],
    kind: ['gone'],
    file: ['none.parquet'],
  };
  const queries: Readonly<Record<string, readonly string[]>> = {
    '/api/v1/runs': ['', `?device=${run.device.slug}`, '?filesystem=ext4', `?os=${run.os}&browser=${run.browser}`],
    '/api/v1/stats': [`?cut=${encodeURIComponent(`os|2.shared|${run.os}`)}`],
    '/api/v1/devices': ['', '?q=a'],
    '/oembed': [`?url=${encodeURIComponent(`${origin}/r/${run.run_id}`)}`],
  };
  const { paths } = await read<ApiDocument>(origin, '/openapi.json');
  const reads = Object.entries(paths).filter(([, { get }]) => get && get.security === undefined);
  return reads.flatMap(([path]) => {
    const [hole, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
    const filledPaths = hole === undefined ? [path] : (values[name] ?? []).map((value) => path.replace(hole, value));
    return filledPaths.flatMap((one) => (queries[path] ?? ['']).map((query) => one + query));
  });
}
