import type { CheckupList } from '@opfsmark/schema/api';
import { CHECK_IDS, CHECK_STATES, type CheckId, checksOf, type CheckState } from '@opfsmark/schema/checkup';
import { KEPT_CHECKUPS } from '@opfsmark/schema/checkup/kept';
import { clientName } from '@opfsmark/schema/client-name';
import { browserName } from './name.ts';

type Client = CheckupList['checkups'][number]['client'];
type States = Readonly<Record<CheckId, CheckState>>;

/** The reports of one version of a browser on one system. */
interface ClientRow {
  readonly browser: string;
  readonly os: string;
  /** Of windows that keep files in memory, as private ones do. */
  readonly inMemory: boolean;
  readonly reports: number;
  /** Some of them are kept with the source: what each was made with. */
  readonly kept: readonly string[];
  /** The newest published one. */
  readonly newest: string | null;
  readonly states: States;
}

interface Told {
  readonly client: Client;
  readonly states: States;
  readonly id: string | null;
  readonly build: string | null;
}

/** The state that most say; of as many on both sides the lesser. */
function mostSay(told: readonly Told[], id: CheckId): CheckState {
  const countOf = (state: CheckState) => told.filter(({ states }) => states[id] === state).length;
  const heard = CHECK_STATES.filter((state) => state !== 'unknown' && countOf(state) > 0);
  return (
    heard.toSorted((a, b) => countOf(b) - countOf(a) || CHECK_STATES.indexOf(b) - CHECK_STATES.indexOf(a))[0] ??
    'unknown'
  );
}

const isInMemory = ({ states }: Pick<Told, 'states'>) => states.kept === 'lacks';

/** A private window is another thing than the browser that has it. */
const keyOf = ({ client: { browser, os }, states }: Told) =>
  [os.family, browser.family, String(browser.major ?? 0).padStart(6, '0'), isInMemory({ states })].join(' ');

/** A row per system, browser and version, by name and version, of published reports and of those that are kept. */
export function rowsOf(published: CheckupList['checkups']): ClientRow[] {
  const told: Told[] = [
    ...published.map(({ client, states, checkup_id }) => ({ client, states, id: checkup_id, build: null })),
    ...KEPT_CHECKUPS.map(({ build, checkup }) => ({
      client: checkup.client,
      states: Object.fromEntries(checksOf(checkup).map(({ id, state }) => [id, state])) as States,
      id: null,
      build,
    })),
  ];
  const groups = new Map(told.map((one) => [keyOf(one), one]));
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]): ClientRow => {
      const reports = told.filter((other) => keyOf(other) === key);
      return {
        browser: browserName(one.client),
        os: clientName(one.client.os),
        inMemory: isInMemory(one),
        reports: reports.length,
        kept: reports.flatMap(({ build }) => build ?? []),
        newest:
          reports
            .flatMap(({ id }) => id ?? [])
            .toSorted()
            .at(-1) ?? null,
        states: Object.fromEntries(CHECK_IDS.map((id) => [id, mostSay(reports, id)])) as States,
      };
    });
}
