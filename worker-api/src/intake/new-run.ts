import { isFamilyRecord, type AnyUpload } from '@opfsmark/schema/families';
import { sha256Hex } from '../base/crypto.ts';
import type { Db } from '../base/env.ts';
import { deviceCut } from '../boards/cuts.ts';
import { metricsOf, scopeOf } from '../boards/metrics.ts';
import { filesystemSlug } from '../boards/names.ts';
import { selectCells } from '../store/cells.ts';
import { resolveDevice } from '../store/devices.ts';
import type { NewRun } from '../store/runs.ts';
import { slugOf } from './declaration.ts';
import { suspicionsOf } from './suspicion.ts';

export interface AcceptedUpload {
  readonly runId: string;
  readonly upload: AnyUpload;
  readonly ticket: 'valid' | 'absent' | 'expired';
  readonly bodySha256: string;
  readonly deletionSha256: string;
  readonly nowMs: number;
}

/** The row of an upload: what it is compared by, its metrics, and whether it is published or held. */
export async function newRunOf(db: Db, accepted: AcceptedUpload): Promise<NewRun> {
  const { record, declared, rig_id } = accepted.upload;
  const { os, browser } = record.environment.client;
  const metrics = metricsOf(record);
  const scope = scopeOf(record);
  const device = await resolveDevice(db, slugOf(declared.device));
  const cut = deviceCut(scope, device);
  const suspicions = suspicionsOf(record, metrics, (await selectCells(db, [cut])).get(cut));
  return {
    run_id: accepted.runId,
    created_ms: accepted.nowMs,
    body_sha256: accepted.bodySha256,
    deletion_sha256: accepted.deletionSha256,
    status: suspicions.length > 0 ? 'held' : 'published',
    reasons: accepted.ticket === 'expired' ? [...suspicions, 'ticket_expired'] : suspicions,
    trust: accepted.ticket === 'valid' ? 1 : 0,
    rig: rig_id === undefined ? '' : await sha256Hex(rig_id),
    scope,
    device,
    filesystem: declared.filesystem === undefined ? '' : filesystemSlug(declared.filesystem),
    os: os.family,
    browser: browser.family,
    profile: isFamilyRecord(record) ? `${record.plan.family} ${record.plan.profile}` : record.plan.profile,
    declared,
    metrics,
  };
}
