/** What a lab found, line by line for a terminal. */
import {
  allRatios,
  allSeries,
  type BrowserMeasurements,
  type BrowserRatio,
  type MeasuredBrowser,
  twinsOf,
} from '@opfsmark/schema/browsers';

const factor = (ratio: number) =>
  `${(ratio < 1 ? 1 / ratio : ratio).toPrecision(3)} times ${ratio < 1 ? 'slower' : 'faster'}`;

function ratioText({ compared, verdict }: BrowserRatio): string {
  const { ratio, interval } = compared;
  if (verdict === 'unclear' || verdict === 'same') return verdict;
  return `${factor(ratio)} (${interval?.low.toPrecision(3) ?? '?'} to ${interval?.high.toPrecision(3) ?? '?'})`;
}

const isDifferent = ({ verdict }: BrowserRatio) => verdict === 'better' || verdict === 'worse';

/** One line for what did not go as asked. */
function problemsOf({ name, failures, missing, isolated, version }: MeasuredBrowser): string[] {
  const last = failures.at(-1);
  const failed = last ? [`${name}: failed ${failures.length} times: ${last.failure}`] : [];
  const parts = Object.entries(missing).map(([part, why]) => `${name}: without ${part}: ${why}`);
  return [...failed, ...parts, ...(version !== '' && !isolated ? [`${name}: its page is not isolated`] : [])];
}

export function linesOf({ browsers, rounds, end, false_alarms }: BrowserMeasurements): string[] {
  const series = (['chromium', 'firefox'] as const).flatMap((family) => allSeries(browsers, family));
  const changes = series.flatMap((one) => one.changes);
  const changeLines = changes.map((change) => {
    const [from, to] = [change.before.browser.version, change.after.browser.version];
    return `${change.figure.id}: ${from} to ${to}: ${ratioText(change)}`;
  });
  const twinLines = twinsOf(browsers).map(({ browser, twin }) => {
    const ratios = allRatios(browser, twin);
    const alarms = ratios.filter(isDifferent);
    const names = alarms.map(({ figure }) => figure.id).join(', ');
    return `A/A ${twin.name}: ${alarms.length} of ${ratios.length} figures called different${names && `: ${names}`}`;
  });
  const [first, second, ...others] = browsers.filter(({ version }) => version !== '');
  const pairLines =
    first && second && others.length === 0
      ? allRatios(first, second).map((one) => `${one.figure.id}: ${second.name} ${ratioText(one)}`)
      : [];
  return [
    ...browsers.flatMap(problemsOf),
    ...pairLines,
    ...changeLines,
    ...twinLines,
    ...(series.length > 0 ? [`false alarms: ${false_alarms.found} of ${false_alarms.tried} shuffled series`] : []),
    `${rounds} rounds, ended by ${end}`,
  ];
}
