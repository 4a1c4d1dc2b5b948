/** README's sentence on browsers that were tried: made of the reports of /checkup that are kept with the source. */
import { checksOf, outcomeOf } from '../../schema/src/checkup/verdict.ts';
import { clientName } from '../../schema/src/documents/client-name.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "Chromium", "Firefox": what was built, which need not be called as the browser that people have. */
const nameOf = ({ build }) => /^\w+/.exec(build)?.[0] ?? '';

/** "Chromium 119, 121 and 156" of reports with one name. */
function versionsOf(reports) {
  const majors = [...new Set(reports.map(({ checkup }) => checkup.client.browser.major))].filter(
    (major) => major !== null,
  );
  return [nameOf(reports[0]), list.format(majors.toSorted((a, b) => a - b).map(String))].filter(Boolean).join(' ');
}

const groupBy = (reports, keyOf) =>
  [...new Set(reports.map(keyOf))].map((key) => reports.filter((report) => keyOf(report) === key));

/** The sentence for reports on one system. */
function sentenceOf(reports) {
  const measures = reports.filter(({ checkup }) => outcomeOf(checksOf(checkup)) !== 'cannot');
  const cannot = reports.filter((report) => !measures.includes(report));
  const names = (some) => list.format(groupBy(some, nameOf).map(versionsOf));
  const parts = [
    ...(measures.length > 0 ? [`${names(measures)} measured`] : []),
    ...(cannot.length > 0 ? [`${names(cannot)} could not`] : []),
  ];
  return `On ${clientName(reports[0].checkup.client.os)} ${parts.join(', ')}.`;
}

/** @param {readonly import('../../schema/src/checkup/kept.ts').KeptCheckup[]} reports */
export function triedBrowsers(reports) {
  return groupBy(reports, ({ checkup }) => checkup.client.os.family)
    .map(sentenceOf)
    .join(' ');
}
