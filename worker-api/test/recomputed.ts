import { env } from 'cloudflare:workers';
import { SnapshotManifest } from '@opfsmark/schema/api';
import { compareBoards, computeBoards, readBoards } from '../recompute/boards.ts';
import { readSnapshot, type ReadFile, type ReadSnapshot } from '../recompute/snapshot.ts';
import { continueSnapshot, startSnapshot } from '../src/snapshot/take.ts';
import { ask } from './client.ts';

export async function takeSnapshot(runsPerFile?: number): Promise<void> {
  await startSnapshot(env.DB, Date.now());
  while (await continueSnapshot(env, runsPerFile));
}

export const readJson = async (path: string): Promise<unknown> => (await ask(path)).json();
export const readManifest = async () => SnapshotManifest.parse(await readJson('/api/v1/snapshot'));
export const readServed: ReadFile = async ({ url }) => (await ask(url)).arrayBuffer();
export const readAll = async (readFile = readServed): Promise<ReadSnapshot> =>
  readSnapshot(await readJson('/api/v1/snapshot'), readFile);

export async function differences(snapshot: ReadSnapshot) {
  return compareBoards(computeBoards(snapshot), await readBoards(readJson));
}
