import type { FamilyId } from '@opfsmark/schema/families';

/** What each family measures, in a sentence or two. */
export default {
  matrix:
    'How fast is the drive your browser is on? Throughput, IOPS and latency of sequential and random reads and writes.',
  stutter:
    'Does the drive stall under load? 4 KiB reads and writes at the same time, for 20 seconds or more: how long stalls last, and their share of the time.',
  'small-files': 'How long do many small files take? Creating, copying and deleting them; every copy is verified.',
  'block-sweep': 'Which block size is best? Throughput from 512 B to 16 MiB per call.',
  'queue-sweep': 'Do parallel calls help? Calls per second and latency from 1 to 64 calls at once.',
  durability:
    'What does a flush cost? The same data written three ways: never flushed, flushed at the end, flushed after every write.',
  sustained:
    'Does the drive keep its write speed? It writes until the speed drops or the amount you agreed to is used up.',
  database:
    'How fast is SQLite here? Inserts in one transaction and in many, then reads by key, with the time spent waiting for storage.',
  'app-storage':
    'Which storage should my web app use? The same rows through OPFS, IndexedDB, Dexie and SQLite, compared only where the durability guarantee is the same. The page reloads itself once, to see what survives.',
  'picked-folder':
    'How fast is another drive? Pick a folder on it; the page writes and reads it as pages can, next to what this browser reaches in memory.',
  'picked-file':
    'How fast is a drive that you may only read: a hard disk, a USB stick, an SD card, a phone? Pick a large file on it, in any browser. It is only read.',
} as const satisfies Record<FamilyId, string>;
