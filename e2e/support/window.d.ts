import type { RunRecord } from '@opfsmark/schema/families';

declare global {
  interface Window {
    /** The state of the page for scripts that drive it. */
    opfsmark?: {
      status: 'idle' | 'running' | 'done' | 'failed';
      record: RunRecord | null;
      error: unknown;
    };
    /** Where a test translates the page. */
    stopTranslating?: () => void;
  }
}
