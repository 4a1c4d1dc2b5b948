import type { AnyRecord } from '@opfsmark/schema';

declare global {
  interface Window {
    /** What the page tells scripts that drive it. */
    opfsmark?: {
      status: 'idle' | 'running' | 'done' | 'failed';
      record: AnyRecord | null;
      error: unknown;
    };
  }
}
