import { rmSync } from 'node:fs';

export default function teardown(): void {
  const stateDir = process.env['E2E_STATE_DIR'];
  if (stateDir !== undefined) rmSync(stateDir, { recursive: true, force: true });
}
