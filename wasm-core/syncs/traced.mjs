/** A Chromium all of whose processes are watched from their beginning. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../scripts/lib/browsers.mjs';

const CALLS =
  'write,writev,pwrite64,pwritev,ftruncate,fallocate,copy_file_range,fdatasync,fsync,sync_file_range,syncfs,unlink,unlinkat,rename,renameat,renameat2';

/**
 * Writes a program that starts it, into the folder `scratch`.
 * @param {string} scratch
 * @param {string} log where strace writes what it saw
 */
export function traced(scratch, log) {
  const path = join(scratch, 'chromium-traced');
  const script = `#!/bin/sh\nexec strace -f -ttt -y --seccomp-bpf -e trace=${CALLS} -o '${log}' '${findChromium()}' "$@"\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
