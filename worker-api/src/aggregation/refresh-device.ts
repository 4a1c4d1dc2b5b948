import { formatCut, layoutsWith, scopeOf } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { Db } from '../base/env.ts';
import type { RankPolicy } from '../boards/policy.ts';
import { isConfirmed } from '../boards/ranked.ts';
import { selectCells } from '../store/cells.ts';
import { markModelDirty } from '../store/dirty.ts';
import { selectModel, selectUsualName, updateModel, type ModelRow } from '../store/models.ts';

/**
 * Corrects what follows from a device's runs: whether its name is confirmed, and its spelling, which is the one that most
 * networks use. What a moderator has chosen stays.
 */
export async function refreshDevice(db: Db, slug: string, policy: RankPolicy, nowMs: number): Promise<ModelRow | null> {
  const device = await selectModel(db, 'device', slug);
  if (!device) return null;
  const next = {
    ...device,
    ...(device.status === 'pending' || device.status === 'confirmed'
      ? { status: await statusOf(db, slug, policy) }
      : {}),
    ...(device.renamed === 1 ? {} : { name: (await selectUsualName(db, 'device', slug)) ?? device.name }),
  };
  if (next.status === device.status && next.name === device.name) return device;
  await db.batch([
    ...updateModel(db, 'device', next),
    // Its rows on boards of other keys hold the old name.
    ...(next.name === device.name ? [] : [markModelDirty(db, 'device', slug, nowMs)]),
  ]);
  return next;
}

async function statusOf(db: Db, device: string, policy: RankPolicy): Promise<'pending' | 'confirmed'> {
  const cuts = layoutsWith('device').map((layout) =>
    formatCut('device', { scope: scopeOf(SUITE_VERSION, layout), device }),
  );
  const cells = await selectCells(db, cuts);
  return cuts.some((cut) => isConfirmed(cells.get(cut), policy)) ? 'confirmed' : 'pending';
}
