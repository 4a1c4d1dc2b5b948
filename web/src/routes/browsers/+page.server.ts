import { boardClockNs, formatBoardId } from '@opfsmark/schema/boards';
import { BROWSER_FIGURES } from '@opfsmark/schema/browsers';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import { getBoard, getBoardParts } from '$lib/base/api/read.server.ts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { leadingMetric } from '$lib/features/board/query.ts';
import { browsersView } from '$lib/features/browsers/view.server.ts';
import type { PageServerLoad } from './$types';

type Event = Parameters<PageServerLoad>[0];

/** The board of browsers by major version that says most; `null` where nobody has published. */
async function publishedBoard({ platform, url }: Event) {
  const boards = (await getBoardParts(platform, url)).filter(({ subject }) => subject === 'browser');
  const leading = leadingMetric(boards.map(({ metric }) => metric));
  const parts = boards.find(({ metric }) => metric === leading);
  if (!parts) return null;
  const answer = await getBoard(platform, url, formatBoardId(parts));
  if (!answer.ok || answer.value.rows.length === 0) return null;
  const { rows, unit } = answer.value;
  const { metric } = parts;
  return {
    metric,
    unit,
    clockNs: boardClockNs(metric),
    rows: rows.map(({ subject, value }) => ({ name: subject.name, value })),
  };
}

/** Here, so that what was measured, and what judges it, is no script of the page. */
export const load: PageServerLoad = async (event) => {
  const wanted = event.url.searchParams.get('of');
  const group = BROWSER_FIGURES.find((figure) => figure.group === wanted)?.group ?? 'indexeddb';
  const language = languageOf(event);
  await texts.load(language, 'families');
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  return { view: browsersView(group), names, board: await publishedBoard(event) };
};
