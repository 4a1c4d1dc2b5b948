import { BOARD_LAYOUTS, boardClockNs, formatBoardId } from '@opfsmark/schema/boards';
import { BROWSER_FIGURES } from '@opfsmark/schema/browsers';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import { getBoard, getBoardParts } from '$lib/base/api/read.server.ts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { leadingMetric } from '$lib/features/board/query.ts';
import { browsersView } from '$lib/features/browsers/view.server.ts';
import type { PageServerLoad } from './$types';

type Event = Parameters<PageServerLoad>[0];

/** Of each layout the board of browsers by major version that says most. */
async function publishedBoards({ platform, url }: Event) {
  const boards = (await getBoardParts(platform, url)).filter(({ subject }) => subject === 'browser');
  const leading = BOARD_LAYOUTS.flatMap((layout) => {
    const own = boards.filter((parts) => parts.layout === layout);
    const metric = leadingMetric(own.map((parts) => parts.metric));
    return own.find((parts) => parts.metric === metric) ?? [];
  });
  const answers = await Promise.all(leading.map((parts) => getBoard(platform, url, formatBoardId(parts))));
  return leading.flatMap(({ metric, layout }, at) => {
    const answer = answers[at];
    if (!answer?.ok || answer.value.rows.length === 0) return [];
    const { rows, unit } = answer.value;
    const shown = rows.map(({ subject, value }) => ({ name: subject.name, value }));
    return [{ metric, layout, unit, clockNs: boardClockNs(metric), rows: shown }];
  });
}

/** Here, so that what was measured, and what judges it, is no script of the page. */
export const load: PageServerLoad = async (event) => {
  const wanted = event.url.searchParams.get('of');
  const group = BROWSER_FIGURES.find((figure) => figure.group === wanted)?.group ?? 'indexeddb';
  const language = languageOf(event);
  await texts.load(language, 'families');
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  return { view: browsersView(group), names, boards: await publishedBoards(event) };
};
