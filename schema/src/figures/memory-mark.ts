import { isWriteToMemory, memorySource, type Figure } from './figure.ts';
import en from './words/en.ts';

/** The mark in English, as pictures and terminals have it while a run goes on. */
export function memoryMark(figure: Pick<Figure, 'read_from'> & Partial<Pick<Figure, 'id'>>): string | null {
  const source = memorySource(figure);
  if (source === null) return null;
  return en.origins[isWriteToMemory({ id: '', ...figure }) ? 'kept' : source];
}
