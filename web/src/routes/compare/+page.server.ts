import type { RunItem } from '@opfsmark/schema/api';
import { get, getBoardParts, getRun } from '$lib/base/api/read.server.ts';
import { publishedCases } from '$lib/base/figures/published.ts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { type CompareQuery, localStartOf, readRunIds, readSlugs } from '$lib/base/pick/address.ts';
import { findBoard } from '$lib/features/board/board.server.ts';
import { readBoardQuery } from '$lib/features/board/query.ts';
import { rowsOf } from '$lib/features/board/rows.ts';
import type { ComparedRun } from '$lib/features/compare/compare.ts';
import { comparedRunOf } from '$lib/features/compare/compared-run.ts';
import { comparedDeviceOf, commonLayouts, type ComparedDevice } from '$lib/features/compare/devices.ts';
import type { PageServerLoad } from './$types';

/** So many are offered to be added. */
const OFFERED = 8;
/** A service that is down or too busy, or a network in between, says nothing about what was asked for. */
const isDown = (status: number) => status < 400 || status >= 500 || status === 429;

type Event = Parameters<PageServerLoad>[0];

async function loadRuns({ platform, url }: Event, ids: readonly string[]) {
  const publishedIds = ids.filter((id) => localStartOf(id) === null);
  const answers = await Promise.all(publishedIds.map(async (id) => ({ id, answer: await getRun(platform, url, id) })));
  const runs: ComparedRun[] = answers.flatMap(({ answer }) => (answer.ok ? comparedRunOf(answer.value) : []));
  const failures = answers.flatMap(({ id, answer }) => (answer.ok ? [] : [{ id, isDown: isDown(answer.status) }]));
  return {
    runs,
    missing: failures.filter((one) => !one.isDown).map(({ id }) => id),
    reachable: !failures.some((one) => one.isDown),
  };
}

async function loadDevices({ platform, url }: Event, slugs: readonly string[]) {
  const answers = await Promise.all(
    slugs.map(async (slug) => ({
      slug,
      answer: await get(platform, url, '/api/v1/devices/{slug}', { path: { slug } }),
    })),
  );
  const views = answers.flatMap(({ answer }) => (answer.ok ? answer.value : []));
  const [layout] = commonLayouts(views);
  const devices: ComparedDevice[] = layout === undefined ? [] : views.map((view) => comparedDeviceOf(view, layout));
  const failures = answers.flatMap(({ slug, answer }) => (answer.ok ? [] : [{ slug, isDown: isDown(answer.status) }]));
  return {
    devices,
    missingDevices: failures.filter((one) => !one.isDown).map(({ slug }) => slug),
    reachableDevices: !failures.some((one) => one.isDown),
  };
}

/** Results that were published lately, of the kind that is shown. */
async function offerRuns({ platform, url }: Event, shownRuns: readonly ComparedRun[]): Promise<RunItem[]> {
  const answer = await get(platform, url, '/api/v1/runs', {});
  if (!answer.ok) return [];
  const family = shownRuns[0]?.family;
  const isNew = ({ run_id }: RunItem) => !shownRuns.some((run) => run.run_id === run_id);
  /** The latest of each device: a list of one machine's runs offers nothing. */
  const isLatest = ({ device }: RunItem, index: number, runs: readonly RunItem[]) =>
    runs.findIndex((run) => run.device.slug === device.slug) === index;
  return answer.value.runs
    .filter((run) => isNew(run) && (family === undefined || run.family === family))
    .filter(isLatest)
    .slice(0, OFFERED);
}

/** Devices of the board that people see first. */
async function offerDevices({ platform, url }: Event, slugs: readonly string[]) {
  const nothingAsked = new URL('/leaderboard', url);
  const boards = await getBoardParts(platform, url);
  const { answer } = await findBoard(platform, nothingAsked, readBoardQuery(nothingAsked.searchParams), boards);
  const rows = answer.ok ? rowsOf(answer.value, { confirmedOnly: false, sort: null }) : [];
  return rows
    .map(({ subject }) => subject)
    .filter(({ slug }) => !slugs.includes(slug))
    .slice(0, OFFERED);
}

/** The published runs, or the devices, that were asked for. Runs that the browser keeps are read by the page. */
export const load: PageServerLoad = async (event) => {
  const { url, setHeaders } = event;
  const ids = readRunIds(url.searchParams.getAll('runs').join(' '));
  const slugs = ids.length > 0 ? [] : readSlugs(url.searchParams.get('devices') ?? '');
  setHeaders({ 'cache-control': 'no-store' });
  const [loadedRuns, foundDevices, offeredDevices] = await Promise.all([
    loadRuns(event, ids),
    loadDevices(event, slugs),
    ids.length > 0 ? [] : offerDevices(event, slugs),
  ]);
  const offeredRuns = slugs.length > 0 ? [] : await offerRuns(event, loadedRuns.runs);

  const caseId = url.searchParams.get('case');
  const language = languageOf(event);
  await texts.load(language, 'compare');
  const knownCases = publishedCases(texts.messages(language, 'compare').publishedWords);
  const shownCase = knownCases.find(({ id }) => id === caseId) ?? null;
  const query: CompareQuery = { ids, base: url.searchParams.get('base'), caseId: shownCase?.id ?? null };
  const cases = knownCases.map(({ id, title }) => ({ id, title }));
  return { query, slugs, ...loadedRuns, ...foundDevices, offeredRuns, offeredDevices, cases, shownCase };
};
