import { randomUUID } from 'node:crypto';
import type { Declaration } from '@opfsmark/schema/documents';

/** A declaration with a device that no other test publishes. */
export function declaration(overrides: Partial<Declaration> = {}): Declaration {
  return { device: `Test bench ${randomUUID().slice(0, 8)}`, interface: 'virtual', filesystem: 'ext4', ...overrides };
}
