import type { PreparedFile } from '@opfsmark/schema/families';
import type { Host } from './host.ts';

/** Few people have such a file, so what checks its description is loaded only for them. */
async function parseManifest(text: string): Promise<PreparedFile | null> {
  const { parsePreparedFile } = await import('./prepared-file.ts');
  return parsePreparedFile(text);
}

/** The file that waits for a cold run; `null` where there is none, or what is there is not complete. */
export async function findPreparedOn(host: Host): Promise<PreparedFile | null> {
  const found = await host.prepared?.read();
  const manifest = found?.manifest ? await parseManifest(found.manifest) : null;
  return manifest && found && found.bytes >= manifest.bytes ? manifest : null;
}

/** Deletes all files of the benchmark, except one that was prepared for a cold read and is complete. */
export async function deleteLeftovers(host: Host): Promise<void> {
  const sparePrepared = async () => {
    if (!(await findPreparedOn(host))) await host.prepared?.delete();
  };
  await Promise.all([host.deleteFiles(), sparePrepared()]);
}
