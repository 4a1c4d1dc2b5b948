import type { GroupRun, GroupView } from '@opfsmark/schema/api';
import { type CsvCell, csvLines } from '@opfsmark/schema/documents';

const COLUMNS = {
  run_id: ({ run_id }) => run_id,
  measured_at: ({ created_at }) => created_at,
  nickname: ({ nickname }) => nickname,
  device: ({ device }) => device,
  drive: ({ drive }) => drive,
  interface: ({ interface: bus }) => bus,
  filesystem: ({ filesystem }) => filesystem,
  os: ({ os }) => os,
  browser: ({ browser, version }) => `${browser} ${version}`.trim(),
  family: ({ family }) => family,
  profile: ({ profile }) => profile,
  verdict: ({ verdict }) => verdict,
} satisfies Record<string, (run: GroupRun) => CsvCell>;

/** A group for a spreadsheet: a line per run, and each figure with where its bytes came from. */
export function groupCsv({ runs }: Pick<GroupView, 'runs'>): string {
  const figures = new Map(runs.flatMap((run) => run.figures.map(({ id, unit }) => [id, unit] as const)));
  const cells = (run: GroupRun) =>
    [...figures.keys()].flatMap((id): CsvCell[] => {
      const figure = run.figures.find((one) => one.id === id);
      return [figure?.value ?? null, figure?.origin ?? null];
    });
  const head = [...Object.keys(COLUMNS), ...[...figures].flatMap(([id, unit]) => [`${id} (${unit})`, `${id} origin`])];
  return csvLines([head, ...runs.map((run) => [...Object.values(COLUMNS).map((of) => of(run)), ...cells(run)])]);
}
