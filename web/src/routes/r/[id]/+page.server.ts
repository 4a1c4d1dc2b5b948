import { error, redirect } from '@sveltejs/kit';
import { RANKED_FAMILIES } from '@opfsmark/schema/boards';
import type { Answer } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { numbersIn } from '@opfsmark/schema/answer/words';
import { readRunId } from '@opfsmark/schema/documents';
import { resultNames } from '@opfsmark/schema/result-names';
import { familyOf } from '@opfsmark/schema/families';
import { getRun } from '$lib/base/api/read.server.ts';
import { describe } from '$lib/base/format/describe.ts';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { noteFactsOf } from '$lib/features/families/details/note-facts.ts';
import { getPeers, getStanding, NO_PEERS } from '$lib/features/board/board.server.ts';
import { sendVerdicts } from '$lib/features/families/view.ts';
import { entryOf } from '$lib/features/families/views.ts';
import { sharedAddress } from '$lib/features/run/address.ts';
import type { PageServerLoad } from './$types';

/** Why a run is held is said above its answer, with what to do: not a second time in it. */
const withoutHeld = (answer: Answer, reasons: readonly string[]): Answer => ({
  ...answer,
  notes: answer.notes.filter((note) => !reasons.includes(note === 'hidden' ? 'hidden_during_pass' : note)),
});

export const load: PageServerLoad = async ({ locals, params, platform, setHeaders, url }) => {
  // A permalink with the ending of a file: the service has it, and says which there are.
  const [, id = '', ending = ''] = /^(\w+)(\.\w+)$/.exec(params.id) ?? [];
  const fileOf = readRunId(id);
  if (fileOf !== null) redirect(307, `/api/v1/runs/${fileOf}${ending}`);
  const answer = await getRun(platform, url, params.id, url.searchParams.get('bookmark'));
  if (answer.ok) {
    const view = answer.value;
    if (view.unlisted) setHeaders({ 'x-robots-tag': 'noindex' });
    const isHeld = view.status === 'held';
    // Not waited for: the page comes first. What is held stands nowhere yet, and what is unlisted never.
    const standing =
      isHeld || view.unlisted ? Promise.resolve(null) : getStanding(platform, url, view).catch(() => null);
    // Made here: the page needs what is said and where links lead, not what it is worked out with.
    const { record } = view;
    const family = familyOf(record.family);
    const [judge, peers] = await Promise.all([
      entryOf(record.family).judge(),
      // Waited for: it is drawn on the rulers, which are there without script.
      isHeld ? NO_PEERS : getPeers(platform, url, view).catch(() => NO_PEERS),
    ]);
    const shownAnswer = isHeld ? withoutHeld(answerOf(record), view.reasons) : answerOf(record);
    const language = languageOf({ locals, url });
    await texts.load(language, 'site');
    const words = texts.messages(language, 'site').answer;
    const unrankedReasons = RANKED_FAMILIES.has(record.family) ? view.unranked_because : [];
    return {
      view,
      standing,
      peers,
      unranked: view.unlisted ? ['unlisted'] : unrankedReasons,
      answer: shownAnswer,
      description: describe(
        shownAnswer,
        resultNames(view.declared).slice(0, 2).join(' · '),
        words,
        numbersIn(LANGUAGES[language]),
      ),
      scores: judge.scoresOf(record),
      verdicts: sendVerdicts(record, judge.verdictsOf(record)),
      again: sharedAddress(family, record.plan),
      facts: noteFactsOf(record, family),
    };
  }
  switch (answer.status) {
    // A malformed id is no more there than an unknown one.
    case 400:
    case 404:
    case 422:
      return error(404, { message: 'no such result', kind: 'result_not_found' });
    case 410:
      if (answer.problem?.type.endsWith('/withdrawn')) {
        return error(410, { message: 'withdrawn', kind: 'result_withdrawn' });
      }
      return error(410, { message: 'deleted', kind: 'result_gone' });
    default:
      return error(503, { message: 'the service does not answer', kind: 'service_down' });
  }
};
