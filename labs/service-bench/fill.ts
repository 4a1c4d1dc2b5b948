import { DatabaseSync } from 'node:sqlite';
import { METRIC_IDS, type MetricId, metricsOf, type MetricValue, type MetricValues } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { packMetrics } from '../../worker-api/src/boards/stored-metrics.ts';
import { bucketFile, databaseFile } from '../lib/local-service.ts';

export interface Size {
  readonly runs: number;
  readonly machines: number;
}

/** Machines of one model, on average; some models are far more common than others. */
const MACHINES_PER_MODEL = 20;
const MIN_MODELS = 10;
const NETWORKS = 65_536;
const PROVIDERS = 2_000;
const DAY_MS = 86_400_000;
/** The runs came in over this time, in the order of their ids. */
const DAYS = 700;

const CLIENTS = [
  ['windows', 'chrome', 'ntfs', 'FlushFileBuffers', 'nvme'],
  ['windows', 'edge', 'ntfs', 'FlushFileBuffers', 'sata'],
  ['macos', 'chrome', 'apfs', 'F_FULLFSYNC', 'nvme'],
  ['linux', 'chrome', 'ext4', 'fdatasync', 'nvme'],
] as const;

/** A number in [0, 1) that a counter and a purpose always give again. */
function chance(n: number, purpose: number): number {
  let t = Math.imul((n + 1) ^ (purpose * 0x9e3779b9), 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return ((t ^ (t >>> 16)) >>> 0) / 2 ** 32;
}

const modelsOf = ({ machines }: Size) => Math.max(MIN_MODELS, Math.floor(machines / MACHINES_PER_MODEL));
export const modelSlug = (model: number): string => `example-laptop-${model}-gen-3`;
const modelName = (model: number) => `Example Laptop ${model} Gen 3`;
/** As many models of drives as of devices. */
const driveSlug = (model: number) => `example-${model}-pro`;
const driveName = (model: number) => `Example ${model} PRO`;
/** A browser has a new major version every four weeks. */
const DAYS_PER_VERSION = 28;
const LAST_VERSION = 156;

/** The metrics of a run: those of a made record, as fast as its model and machine are, and with the noise of a run. */
function scaled(base: MetricValues, speed: number, noise: (metric: number) => number): MetricValues {
  const entries = Object.entries(base) as [MetricId, MetricValue][];
  return Object.fromEntries(
    entries.map(([id, { value, p99_ns }]) => {
      const factor = speed * (1 + 0.04 * (noise(METRIC_IDS.indexOf(id)) - 0.5));
      const p99 = p99_ns === null ? null : Number((p99_ns / factor).toPrecision(4));
      return [id, { value: Number((value * factor).toPrecision(6)), p99_ns: p99 }];
    }),
  );
}

/**
 * Writes the runs of some machines and their devices into the database file: what the service stores and never derives.
 * Cohorts are then counted by the service itself. Runs have no document here.
 */
export function fill(file: string, size: Size): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN');
  const models = modelsOf(size);
  const base = metricsOf(makeUpload({ seed: 1 }).record);
  const endMs = Date.now() - 5 * DAY_MS;
  const stepMs = (DAYS * DAY_MS) / size.runs;

  const insertDevice = db.prepare('INSERT INTO device (slug, name, created_ms) VALUES (?, ?, 1)');
  for (let model = 0; model < models; model++) insertDevice.run(modelSlug(model), modelName(model));
  const insertRun = db.prepare(
    `INSERT INTO run (run_id, document, created_ms, body_hash, deletion_hash, status, evidence, rig, network, provider, scope, device,
                      filesystem, os, browser, flush, family, profile, name, metric_set, metrics, like_1, like_2, spreads,
                      version, drive, drive_name, interface)
     VALUES (?, 'AAAAAA', ?, ?, ?, 'published', 2, ?, ?, ?, '2.shared', ?, ?, ?, ?, ?, 'matrix', 'quick', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const text = (n: number, length: number) => n.toString(36).padStart(length, '0');
  for (let n = 0; n < size.runs; n++) {
    const machine = n % size.machines;
    // The square makes some models common and many rare.
    const model = Math.floor(models * chance(machine, 1) ** 2);
    const [os, browser, filesystem, flush, link] =
      CLIENTS[Math.floor(CLIENTS.length * chance(machine, 2))] ?? CLIENTS[0];
    const speed = (0.3 + 3 * chance(model, 3)) * (0.9 + 0.2 * chance(machine, 4));
    const packedMetrics = packMetrics(scaled(base, speed, (metric) => chance(n * METRIC_IDS.length + metric, 5)));
    const createdMs = Math.floor(endMs - (size.runs - n) * stepMs);
    const network = text(Math.floor(NETWORKS * chance(machine, 6)), 11);
    const drive = Math.floor(models * chance(machine, 7) ** 2);
    const version = String(LAST_VERSION - Math.floor((endMs - createdMs) / DAY_MS / DAYS_PER_VERSION));
    insertRun.run(
      ...[
        newRunId(createdMs),
        createdMs,
        text(n, 11),
        text(n, 22),
        text(machine, 11),
        network,
        text(Math.floor(PROVIDERS * chance(machine, 8) ** 2), 11),
        modelSlug(model),
      ],
      ...[
        filesystem,
        os,
        browser,
        flush,
        modelName(model),
        packedMetrics.metric_set,
        packedMetrics.metrics,
        text(n, 12),
        text(size.runs + n, 12),
        text(n, 22),
      ],
      ...[version, driveSlug(drive), driveName(drive), link],
    );
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Bytes of the table without its indexes, in whole pages. */
  readonly bytes: number;
  readonly indexBytes: number;
}

/** The tables of a database file, largest first. Call it while no service uses the file. */
function tableSizes(state: string): TableSize[] {
  const db = new DatabaseSync(databaseFile(state), { readOnly: true });
  const tableRows = db
    .prepare(
      `SELECT s.tbl_name AS name, sum(CASE WHEN s.type = 'table' THEN d.pgsize ELSE 0 END) AS own,
              sum(CASE WHEN s.type = 'index' THEN d.pgsize ELSE 0 END) AS indexes
       FROM dbstat AS d JOIN sqlite_schema AS s ON s.name = d.name
       WHERE s.tbl_name NOT LIKE '\\_cf%' ESCAPE '\\' GROUP BY s.tbl_name`,
    )
    .all();
  const sizes = tableRows.map(({ name, own, indexes }) => {
    const rows = db.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get();
    return { table: String(name), rows: Number(rows?.['n']), bytes: Number(own), indexBytes: Number(indexes) };
  });
  db.close();
  return sizes.toSorted((a, b) => b.bytes + b.indexBytes - a.bytes - a.indexBytes);
}

export interface Sizes {
  readonly bytesPerRun: number;
  readonly bytesPerMachine: number;
  readonly databaseBytes: number;
}

/** Prints the tables, and what a run and a machine take: a run its row, a machine its cohorts and lists. */
export function printSizes(state: string, { runs, machines }: Size): Sizes {
  const tables = tableSizes(state);
  for (const { table, rows, bytes, indexBytes } of tables.filter((one) => one.rows > 0)) {
    const perRow = Math.round((bytes + indexBytes) / rows);
    console.log(
      `${table.padEnd(14)} ${String(rows).padStart(9)} rows ${mb(bytes)} MB + ${mb(indexBytes)} MB of indexes  ${perRow} per row`,
    );
  }
  const totalOf = (names: readonly string[]) =>
    tables
      .filter(({ table }) => names.includes(table))
      .reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0);
  return {
    bytesPerRun: totalOf(['run']) / runs,
    bytesPerMachine: totalOf(['cohort', 'list', 'device']) / machines,
    databaseBytes: tables.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0),
  };
}

/** The mean size of the documents in the bucket. Call it while no service uses the file. */
export function meanDocumentBytes(state: string): number {
  const bucket = new DatabaseSync(bucketFile(state), { readOnly: true });
  const documents = bucket.prepare('SELECT avg(size) AS bytes FROM _mf_objects').get();
  bucket.close();
  return Number(documents?.['bytes']);
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8);
