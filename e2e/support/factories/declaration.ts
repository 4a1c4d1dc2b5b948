import { randomUUID } from 'node:crypto';
import type { Declaration } from '@opfsmark/schema';

/** A device that no other test has published. */
export function declaration(overrides: Partial<Declaration> = {}): Declaration {
  return { device: `Test bench ${randomUUID().slice(0, 8)}`, interface: 'virtual', filesystem: 'ext4', ...overrides };
}
