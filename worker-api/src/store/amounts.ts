import { sum } from '@opfsmark/schema/documents';
import type { Amount } from '../base/budgets.ts';
import { packMetrics } from '../boards/stored-metrics.ts';
import type { Growth } from './cohorts.ts';
import type { NewRun } from './runs.ts';

/** The most that each way of writing takes: its rows are held by `test/budgets.test.ts`, its bytes by `npm run proof -w labs -- --only room`. */

const PAGE_BYTES = 4096;
/** The bytes of a row that stay in its page in a table without rowid and in an index; the rest is in pages of its own (SQLite's file format). */
const MAX_LOCAL_BYTES = 1000;
const CELL_BYTES = 10;
/** Pages are not full where keys come in any order. */
const FILL = 1.25;

const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Of a row in a table without rowid, or of an entry in an index. */
function entryBytes(payloadBytes: number): number {
  const bytes = payloadBytes + CELL_BYTES;
  const spilledPages = Math.ceil(Math.max(0, bytes - MAX_LOCAL_BYTES) / PAGE_BYTES);
  return Math.min(bytes, MAX_LOCAL_BYTES) * FILL + spilledPages * PAGE_BYTES;
}

/** Of a row in a table with rowid: those that come one after another fill a page, as far as whole ones fit. */
function appendedBytes(payloadBytes: number): number {
  const bytes = payloadBytes + CELL_BYTES;
  const rowsPerPage = Math.floor(PAGE_BYTES / bytes);
  if (rowsPerPage <= 1) return Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES;
  return Math.max(bytes * FILL, PAGE_BYTES / rowsPerPage);
}

/** The bytes that the budget itself grows by: the names of a network, a /48 and a machine with what they have used. */
const OWN_BYTES = 180;
const OWN_ROWS = 2;

const amountOf = (rows: number, entries: readonly number[], documentBytes = 0): Amount => ({
  rows: rows + OWN_ROWS,
  bytes: Math.ceil(sum(entries) + OWN_BYTES),
  documentBytes,
});

const ID_BYTES = 16;
const TAG_BYTES = 11;
const TIME_BYTES = 8;

/** An index of `run` by nothing that can be long. */
const PLAIN_INDEX_BYTES = ID_BYTES + TIME_BYTES + TAG_BYTES + 20;
/** The bytes of a cohort's row besides its name while it has one run. */
const COHORT_BYTES = 130;
/** Its bytes for each metric once it has two runs: that far it fits into its page. */
const SAID_BYTES = 26;
/** A new run with seven cohorts: it is deleted once, with as many rows. */
const UPLOAD_ROWS = 25;
const DELETION_ROWS = 25;

export function amountOfRun(run: NewRun, { newCuts, secondCuts }: Growth, documentBytes: number): Amount {
  const { compared: _, metrics, ...columns } = run;
  const packedMetrics = packMetrics(metrics);
  const rowText = Object.values({ ...columns, ...packedMetrics }).join(' ');
  // Lists show the names of a cohort, and of a device's its drives': each as a slug and as it is written.
  const shownBytes = sum([run.device, run.name, run.drive, run.drive_name].map(utf8Bytes));
  const saidBytes = 60 + SAID_BYTES * Object.keys(metrics).length;
  const [device, drive, scope] = [run.device, run.drive, run.scope].map(utf8Bytes) as [number, number, number];
  return amountOf(
    UPLOAD_ROWS + DELETION_ROWS,
    [
      entryBytes(utf8Bytes(rowText)),
      // By device, by scope, by drive, by listing; then by time, filesystem, client and source, and by its two names of likeness.
      ...[device, scope + device, drive, scope].map((bytes) => entryBytes(PLAIN_INDEX_BYTES + bytes)),
      ...Array.from({ length: 6 }, () => entryBytes(PLAIN_INDEX_BYTES)),
      entryBytes(device + utf8Bytes(run.name) + TIME_BYTES),
      ...newCuts.map((cut) => entryBytes(utf8Bytes(cut) + COHORT_BYTES + shownBytes)),
      ...secondCuts.map((cut) => entryBytes(utf8Bytes(cut) + COHORT_BYTES + shownBytes + saidBytes)),
      // The tombstone that stays of it.
      entryBytes(ID_BYTES),
    ],
    documentBytes,
  );
}

const JOIN_ROWS = 5;
/** It is taken out, and deleted some days later. */
const LEAVE_ROWS = 9;

export const amountOfJoin = (figures: string, nickname: string): Amount =>
  amountOf(JOIN_ROWS + LEAVE_ROWS, [
    appendedBytes(2 * ID_BYTES + TAG_BYTES + TIME_BYTES + utf8Bytes(figures) + utf8Bytes(nickname)),
    entryBytes(2 * ID_BYTES + TIME_BYTES),
    entryBytes(ID_BYTES + TIME_BYTES),
    entryBytes(2 * TIME_BYTES),
  ]);

/** The rows that a run writes which is put back, and which it takes to take it out again. */
export const amountOfRestore = (runs: number): Amount => amountOf(5 * runs + 2, [runs * entryBytes(2 * TIME_BYTES)]);

const REPORT_ROWS = 3;
/** A report takes a moderator's time as well: a short one is charged as one of some sentences. */
const MIN_REPORT_BYTES = 900;

export const amountOfReport = (detail: string): Amount =>
  amountOf(2 * REPORT_ROWS, [
    Math.max(MIN_REPORT_BYTES, entryBytes(ID_BYTES + TAG_BYTES + TIME_BYTES + 12 + utf8Bytes(detail))),
    2 * entryBytes(ID_BYTES + TAG_BYTES + TIME_BYTES),
  ]);

const GROUP_ROWS = 4;
const CODE_BYTES = 6;
const MAX_NAME_BYTES = 320;

export const GROUP_AMOUNT: Amount = amountOf(2 * GROUP_ROWS, [
  entryBytes(ID_BYTES + MAX_NAME_BYTES + 22 + 2 * TIME_BYTES),
  entryBytes(ID_BYTES + 22),
  entryBytes(ID_BYTES + CODE_BYTES),
  entryBytes(ID_BYTES + TIME_BYTES),
]);

/** It changes what is there. */
export const LOCK_AMOUNT: Amount = amountOf(1, []);
/** Nothing but the budget itself. */
export const CODE_AMOUNT: Amount = amountOf(0, []);

/** A row of a report with its three indexes, written once and deleted once, and another that is listed in its place or no longer. */
const CHECKUP_ROWS = 4;
const CLIENT_BYTES = 60;

export const amountOfCheckup = (document: string): Amount =>
  amountOf(4 * CHECKUP_ROWS, [
    entryBytes(2 * ID_BYTES + 2 * TAG_BYTES + TIME_BYTES + CLIENT_BYTES + utf8Bytes(document)),
    entryBytes(ID_BYTES + TAG_BYTES + CLIENT_BYTES),
    entryBytes(ID_BYTES + TAG_BYTES),
    entryBytes(ID_BYTES + TAG_BYTES),
  ]);
