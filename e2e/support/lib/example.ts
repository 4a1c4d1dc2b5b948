import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type PreviewServer } from 'vite';

/** Builds a page of its own, serves it as its own configuration says, and calls `use` with its address. */
export async function withExample(root: string, use: (address: string) => Promise<void>): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'opfsmark-example-'));
  let server: PreviewServer | undefined;
  try {
    const commonConfig = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' as const };
    await build({ ...commonConfig, build: { outDir, emptyOutDir: true } });
    server = await preview({ ...commonConfig, build: { outDir }, preview: { host: 'localhost', port: 0 } });
    const { port } = server.httpServer.address() as AddressInfo;
    await use(`http://localhost:${port}/`);
  } finally {
    await server?.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}
