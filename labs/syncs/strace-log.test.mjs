import { describe, expect, it } from 'vitest';
import { countSyncs, eventsIn } from './strace.mjs';

const IN = '/profile/Default/File System/000/t/00';

describe('what strace wrote', () => {
  it('is read as changes and syncs of the stores of sites, in the order of time', () => {
    const log = [
      `7 100.002000 fdatasync(44<${IN}/1>) = 0`,
      `7 100.001000 pwrite64(44<${IN}/1>, "x"..., 1024, 0) = 1024`,
      `7 100.003000 ftruncate(44<${IN}/1>, 0) = 0`,
      `7 100.004000 write(9</profile/Default/History>, "x", 1) = 1`,
      `7 100.005000 write(9</elsewhere/File System/1>, "x", 1) = 1`,
      `7 100.006000 write(9</profile/Default/IndexedDB/a/LOG>, "x", 1) = 1`,
      `7 100.007000 rename("${IN}/1", "${IN}/2") = 0`,
      '7 100.008000 --- SIGCHLD {si_signo=SIGCHLD} ---',
      '7 100.009000 write(9</profile/Default/Service Worker/CacheStorage/a/b_0>, "x", 1) = 1',
    ].join('\n');
    expect(eventsIn(log, '/profile/').map(({ kind, atMs }) => [kind, Math.round(atMs)])).toEqual([
      ['change', 100_001],
      ['sync', 100_002],
      ['change', 100_003],
      ['change', 100_007],
      ['change', 100_009],
    ]);
  });
  it('counts a sync that was interrupted by another thread from its end', () => {
    const log = [
      `7 100.001000 fdatasync(44<${IN}/1> <unfinished ...>`,
      `8 100.002000 write(45<${IN}/2>, "x", 1) = 1`,
      '7 100.009000 <... fdatasync resumed>) = 0',
    ].join('\n');
    expect(eventsIn(log, '/profile/').map(({ kind, atMs }) => [kind, Math.round(atMs)])).toEqual([
      ['change', 100_002],
      ['sync', 100_009],
    ]);
  });
  it('is read in the same way where Firefox keeps the stores of sites, and its own', () => {
    const site = '/profile/storage/default/http+++127.0.0.1+46475';
    const file = `${site}/fs/5I/5I6ZOQAPETMEJ5AHK6HX63GB5C6IMZDPQMIFDVPEOST3NZVA6Y2A`;
    const wal = `${site}/idb/2924865338otpcfisrmtasr-kb.dmie.sqlite-wal`;
    const ownStore = '/profile/storage/permanent/chrome/idb/1657114595AmcateirvtiSty.sqlite-wal';
    const log = [
      `9093  160.729026 write(44<${file}>, "\\1\\0\\0\\0"..., 1032 <unfinished ...>`,
      '9118  160.729163 write(43<pipe:[8157200]>, "\\372", 1) = 1',
      '9093  160.729273 <... write resumed>) = 1032',
      `9093  160.729426 fsync(44<${file}>) = 0`,
      `8872  162.157535 write(75<${site}/.metadata-v2>, "\\0\\6a0"..., 8) = 8`,
      `8934  162.130137 fsync(119<${site}/fs/metadata.sqlite-journal>) = 0`,
      `8934  162.133144 fsync(122<${site}/fs>) = 0`,
      `8934  162.138189 unlink("${site}/fs/metadata.sqlite-journal") = 0`,
      `9449  174.037969 pwrite64(107<${wal}>, "\\0\\0\\0\\0\\2576"..., 4096, 811696) = 4096`,
      `9449  174.099831 fsync(107<${wal}> <unfinished ...>`,
      '9449  174.100106 <... fsync resumed>) = 0',
      `9449  174.506115 fsync(82<${ownStore}>) = 0`,
    ].join('\n');
    expect(eventsIn(log, '/profile/').map(({ kind, atMs }) => [kind, Math.round(atMs)])).toEqual([
      ['change', 160_729],
      ['sync', 160_729],
      ['sync', 162_130],
      ['sync', 162_133],
      ['change', 162_138],
      ['change', 174_038],
      ['sync', 174_100],
    ]);
  });
});

describe('syncs per put', () => {
  const event = (atMs, kind, path) => ({ atMs, kind, path });
  it('leaves out the first put, which may open files', () => {
    const events = [event(5, 'sync', 'a'), event(105, 'change', 'a'), event(106, 'sync', 'a')];
    expect(countSyncs(events, [10, 110], 0)).toEqual({ per_put: 1, unsynced_puts: 0, puts: 1 });
  });
  it('finds what was written and not synced when the put was answered', () => {
    const lateEvents = [event(105, 'change', 'a'), event(111, 'sync', 'a')];
    expect(countSyncs(lateEvents, [10, 110], 0)).toEqual({ per_put: 0, unsynced_puts: 1, puts: 1 });
    const other = [event(105, 'change', 'a'), event(106, 'sync', 'b')];
    expect(countSyncs(other, [10, 110], 0)).toMatchObject({ per_put: 1, unsynced_puts: 1 });
  });
  it('tells a journal that is cut after its own sync from one that is cut instead of it', () => {
    const commit = [event(101, 'change', 'journal'), event(102, 'sync', 'journal'), event(103, 'change', 'db')];
    const syncedEvents = [...commit, event(104, 'sync', 'db')];
    const emptiedEvents = [...syncedEvents, event(105, 'change', 'journal'), event(106, 'sync', 'journal')];
    expect(countSyncs([...emptiedEvents, event(107, 'change', 'journal')], [10, 110], 0).unsynced_puts).toBe(0);
    expect(countSyncs([...syncedEvents, event(107, 'change', 'journal')], [10, 110], 0).unsynced_puts).toBe(1);
  });
});
