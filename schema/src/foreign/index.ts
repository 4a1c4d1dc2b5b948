import { amorphousDiskMark, crystalDiskMark, kDiskMark } from './lines.ts';
import { Collector, type ForeignFormat, type ForeignResult, MAX_FOREIGN_BYTES } from './result.ts';
import { fio } from './fio.ts';

export {
  alignReads,
  type ForeignFigure,
  type ForeignProblem,
  type ForeignResult,
  MAX_FOREIGN_BYTES,
  problemText,
  textOfBytes,
} from './result.ts';

const FORMATS: readonly ForeignFormat[] = [fio, kDiskMark, amorphousDiskMark, crystalDiskMark];

/** Our own forms look like those of other tools, and say things that theirs do not. */
const OWN = /^[> \t]*OPFSMark \d|"fio version"\s*:\s*"OPFSMark|"core_version"\s*:/m;

/** The tool that a text names first: behind its result there may be others. */
function formatOf(text: string): ForeignFormat | undefined {
  const found = FORMATS.map((format) => ({ format, at: text.search(format.head) })).filter(({ at }) => at !== -1);
  return found.toSorted((a, b) => a.at - b.at)[0]?.format;
}

/**
 * Reads a result of another tool. What is understood is kept, and what is not is a problem; nothing throws. `isWhole`: whether
 * the text is all of the file that it comes from.
 */
export function readForeign(text: string, isWhole = text.length <= MAX_FOREIGN_BYTES): ForeignResult {
  const collector = new Collector();
  const excerpt = text.slice(0, MAX_FOREIGN_BYTES);
  if (!isWhole) collector.refuse('too_long', null, `${MAX_FOREIGN_BYTES / 1024 ** 2} MiB`);
  const format = OWN.test(excerpt) ? null : formatOf(excerpt);
  if (!format) {
    collector.refuse(format === null ? 'own_result' : 'tool_unknown', null);
    return collector.result(null, null);
  }
  format.read(excerpt, collector, isWhole);
  const version = format.head.exec(excerpt)?.[1] ?? null;
  const result = collector.result(format.tool, version);
  if (result.figures.length > 0) return result;
  return { ...result, problems: [{ kind: 'nothing', line: null, text: '' }, ...result.problems] };
}
