/** Names as people write them are accepted in their scripts; those that pass for another, or advertise, are not. */
import { randomId, slugOf } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { cleanName } from '../src/intake/declaration.ts';

import { ProblemError } from '../src/base/problem.ts';
import { insertSearch, selectLookalike } from '../src/store/device-search.ts';
import { insertModel, selectModel } from '../src/store/models.ts';
import { put } from './client.ts';
import names from './names.json' with { type: 'json' };
import { publishFromNetworks, publishTrusted, ripen, ticketed } from './runs.ts';

/** Whether a name is accepted beside confirmed ones. */
async function isAccepted(name: string): Promise<boolean> {
  try {
    const clean = cleanName(name);
    return (await selectLookalike(env.DB, clean, slugOf(clean))) === null;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

it('refuses 200 hostile names and accepts 200 honest ones in 12 scripts', async () => {
  await env.DB.batch(
    names.confirmed.flatMap((name) => [
      insertModel(env.DB, 'device', slugOf(name), name, 1),
      insertSearch(env.DB, slugOf(name)),
    ]),
  );
  const [refused, accepted] = [names.refused, names.accepted].map((own) =>
    Object.entries(own).flatMap(([kind, all]) => all.map((name) => ({ kind, name }))),
  ) as [{ kind: string; name: string }[], { kind: string; name: string }[]];
  const wrong: string[] = [];
  for (const { kind, name } of refused) if (await isAccepted(name)) wrong.push(`accepted, ${kind}: ${name}`);
  for (const { kind, name } of accepted) if (!(await isAccepted(name))) wrong.push(`refused, ${kind}: ${name}`);
  expect(wrong).toEqual([]);
  expect([refused, accepted].map((own) => new Set(own.map(({ name }) => name)).size >= 200)).toEqual([true, true]);
  expect(Object.keys(names.accepted).length).toBeGreaterThanOrEqual(12);
});

const DAY_MS = 86_400_000;
const uploadOf = (device: string, speed: number) => makeUpload({ declared: { device }, speed, rig_id: randomId() });
const nameOf = async (slug: string) => (await selectModel(env.DB, 'device', slug))?.name;

it('renames a ranked device by more than half of its votes that count, and by nothing before', async () => {
  await publishFromNetworks(3, (i) => uploadOf('Ranked Box', 1 + i / 10), 100);
  expect(await nameOf('ranked-box')).toBe('Ranked Box');
  const nowMs = Date.now();
  for (let i = 0; i < 3; i++) await publishTrusted(uploadOf('RANKED BOX!', 1.4 + i / 10), 200 + i);
  expect(await nameOf('ranked-box')).toBe('Ranked Box');
  vi.setSystemTime(nowMs + 8 * DAY_MS);
  await ripen();
  expect(await nameOf('ranked-box')).toBe('Ranked Box');
  await publishTrusted(uploadOf('RANKED BOX!', 1.7), 203);
  expect(await nameOf('ranked-box')).toBe('Ranked Box');
  vi.setSystemTime(nowMs + 16 * DAY_MS);
  await ripen();
  expect(await nameOf('ranked-box')).toBe('RANKED BOX!');
  vi.setSystemTime(nowMs);
});

it('says which name an upload looks like', async () => {
  const upload = await ticketed(uploadOf('Ranked B0x', 1.2));
  const refused = await put(upload.ticket.run_id, upload, {});
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      errors: [
        {
          pointer: '/declared/device',
          detail: 'looks like "RANKED BOX!", which is another name; write it like that if you mean the same',
        },
      ],
    },
  ]);
});
