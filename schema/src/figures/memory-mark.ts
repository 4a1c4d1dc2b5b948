import { isWriteToMemory, memorySource, type Figure, type MemorySource } from './figure.ts';

const MEMORY_MARKS: Readonly<Record<MemorySource, string>> = {
  cached: 'from memory',
  mixed: 'partly from memory',
  unknown: 'possibly from memory',
  unflushed: 'flush did nothing',
  buffered: 'not flushed',
};

/** The mark in English, as pictures and files have it. */
export function memoryMark(figure: Pick<Figure, 'read_from'> & Partial<Pick<Figure, 'id'>>): string | null {
  const source = memorySource(figure);
  if (source === null) return null;
  return isWriteToMemory({ id: '', ...figure }) ? 'kept in memory' : MEMORY_MARKS[source];
}
