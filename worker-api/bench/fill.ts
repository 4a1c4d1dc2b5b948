import { DatabaseSync } from 'node:sqlite';
import { metricsOf } from '@opfsmark/schema/boards';
import { packMetrics } from '../src/boards/stored-metrics.ts';
import { makeUpload } from '../test/factory.ts';

/** Enough for several pages of a board at every size. */
const MIN_DEVICES = 200;
const RUNS_PER_DEVICE = 50;
/** Runs that rows of boards link to. */
const LINKED_RUNS = 500;

export const BOARD = 'device.seq1m_q8t1_write.shared';
const CLIENTS = [
  ['linux', 'chrome'],
  ['macos', 'safari'],
  ['windows', 'edge'],
] as const;

export function idOf(n: number): string {
  return n.toString(10).padStart(16, '0');
}

/** Writes runs, their devices and their boards directly into the database file. */
export function fill(file: string, runs: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const devices = Math.max(MIN_DEVICES, Math.floor(runs / RUNS_PER_DEVICE));
  const { record } = makeUpload();
  const stored = packMetrics(metricsOf(record));
  const names = Object.keys(metricsOf(record));

  const insertDevice = db.prepare("INSERT INTO device (slug, name, status, created_ms) VALUES (?, ?, 'approved', 1)");
  const insertBoard = db.prepare('INSERT INTO board VALUES (?, ?, ?, ?, 1)');
  for (let d = 0; d < devices; d++) {
    const slug = `device-${d}`;
    insertDevice.run(slug, `Device ${d}`);
    const value = 1e8 + d * 1e5;
    const row = {
      subject: { slug, name: `Device ${d}` },
      filesystem: null,
      ...{
        value,
        low: value * 0.95,
        high: value * 1.05,
        p99_ns: 250_000,
        networks: 3,
        runs: 5,
        run_id: idOf(d % LINKED_RUNS),
      },
    };
    for (const metric of names) insertBoard.run(`device.${metric}.shared`, -value, slug, JSON.stringify(row));
  }

  const insertRun = db.prepare(
    `INSERT INTO run (run_id, document, created_ms, body_hash, deletion_hash, status, trust, rig, network, scope, device,
                      filesystem, os, browser, flush, family, profile, name, metric_set, metrics, result_hash)
     VALUES (?, 'AAAAAA', ?, ?, ?, 'published', 1, ?, ?, '2.shared', ?, ?, ?, ?, 'fdatasync', 'matrix', 'quick', ?, ?, ?, '')`,
  );
  for (let n = 0; n < runs; n++) {
    const d = n % devices;
    const [os, browser] = CLIENTS[n % CLIENTS.length] ?? CLIENTS[0];
    const rig = String(n % (devices * 3)).padStart(11, '0');
    const keys = [rig, n % 65_536, `device-${d}`, 'ext4', os, browser];
    insertRun.run(
      ...[idOf(n), 1_700_000_000_000 + n, 'b'.repeat(22), 'd'.repeat(43), ...keys],
      ...[`Device ${d}`, stored.metric_set, stored.metrics],
    );
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
