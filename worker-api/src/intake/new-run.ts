import type { RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf, metricsOf, scopeOf } from '@opfsmark/schema/boards';
import { sha256Hex } from '../base/crypto.ts';
import type { Db } from '../base/env.ts';
import { filesystemSlug } from '../boards/names.ts';
import { resolveDevice } from '../store/devices.ts';
import { selectPeers } from '../store/peers.ts';
import type { NewRun } from '../store/runs.ts';
import { slugOf } from './declaration.ts';
import { suspicionsOf } from './suspicion.ts';

export interface AcceptedUpload {
  readonly runId: string;
  readonly upload: RunUpload;
  readonly ticket: 'valid' | 'absent' | 'expired';
  readonly bodySha256: string;
  readonly network: number;
  readonly nowMs: number;
}

/** The row of an upload: what it is compared by, its metrics, and whether it is published or held. */
export async function newRunOf(db: Db, accepted: AcceptedUpload): Promise<NewRun> {
  const { record, declared, rig_id } = accepted.upload;
  const { os, browser } = record.environment.client;
  const metrics = metricsOf(record);
  const layout = boardLayoutOf(record);
  const scope = layout === null ? '' : scopeOf(record.plan.suite, layout);
  const device = await resolveDevice(db, slugOf(declared.device));
  const peerKeys = { scope, device, os: os.family, browser: browser.family, flush: record.environment.flush_primitive };
  const peers = scope === '' ? [] : await selectPeers(db, peerKeys, accepted.network);
  const suspicions = suspicionsOf(record, metrics, peers);
  return {
    run_id: accepted.runId,
    created_ms: accepted.nowMs,
    body_sha256: accepted.bodySha256,
    deletion_sha256: accepted.upload.deletion_sha256,
    status: suspicions.length > 0 ? 'held' : 'published',
    reasons: accepted.ticket === 'expired' ? [...suspicions, 'ticket_expired'] : suspicions,
    trust: accepted.ticket === 'valid' ? 1 : 0,
    rig: rig_id === undefined ? '' : await sha256Hex(rig_id),
    network: accepted.network,
    scope,
    device,
    filesystem: declared.filesystem === undefined ? '' : filesystemSlug(declared.filesystem),
    os: os.family,
    browser: browser.family,
    flush: record.environment.flush_primitive,
    family: record.family,
    profile: record.plan.profile,
    declared,
    metrics,
  };
}
