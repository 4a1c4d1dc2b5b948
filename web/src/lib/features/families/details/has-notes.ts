import type { RunRecord } from '@opfsmark/schema/families';
import type { NoteFacts } from './note-facts.ts';

/** Whether there is anything that needs the texts of notes. */
export function hasNotes({ environment, status }: RunRecord, { flags, changed }: NoteFacts): boolean {
  return flags.length > 0 || changed.length > 0 || status === 'stopped' || environment.engine === 'scripted';
}
