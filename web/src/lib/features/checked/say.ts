import type { Judgement, Reason } from '@opfsmark/schema/checked';
import type { Texts } from '$lib/base/i18n/index.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { CheckedView, ReleasesView } from './view.ts';

type Words = Texts<'checked'>;

/** A word of a list by an id that came from the data; the id where a language has none. */
function wordOf(words: object, id: string): string {
  const say: unknown = (words as Readonly<Record<string, unknown>>)[id];
  return typeof say === 'function' ? (say as () => string)() : id;
}

export const contenderName = (t: Words, id: string) => wordOf(t.contenders, id);
export const operationName = (t: Words, id: string) => wordOf(t.operations, id);

/** The verdict with what decided, in one sentence. */
export function verdictText(t: Words, { verdict, reasons }: Judgement): string {
  const decisive = reasons.filter((reason) => isCondition(reason) === (verdict === 'holds_only_if'));
  const why = [...new Set(decisive.map(({ code }) => t.why[code]()))].join(t.alsoWhy());
  switch (verdict) {
    case 'holds':
      return t.holds();
    case 'holds_only_if':
      return t.holdsOnlyIf({ why });
    case 'measures_something_else':
      return t.somethingElse({ why });
    case 'not_run':
      return t.notRun();
  }
}

/** Conditions, in contrast to what makes a table measure something else. */
export const isCondition = ({ code }: Reason) =>
  !['touches_nothing', 'never_synced', 'not_awaited', 'failed'].includes(code);

export function commitText(t: Words, commit: CheckedView['rows'][number]['commit']): string {
  return commit === null ? '–' : t.commits[commit]();
}

/** A figure with as many digits as it was rounded to. */
export const exactText = (format: Format, value: number) =>
  format.number(value, String(value).split('.')[1]?.length ?? 0);

/** A ratio within one run of a busy computer: two digits. */
export const ratioText = (format: Format, value: number) => exactText(format, Number(value.toPrecision(2)));

interface Wording {
  readonly view: CheckedView;
  readonly t: Words;
  readonly format: Format;
}

function ratioReason(
  reason: Exclude<Extract<Reason, { ratio: unknown }>, { code: 'private_window' }>,
  { view, t, format }: Wording,
): string {
  const { operation, slow, fast, published, value } = reason.ratio;
  const rowOf = (contender: string) =>
    view.rows.find((one) => one.operation === operation && one.contender === contender);
  const commit = (contender: string) => {
    const commitKind = rowOf(contender)?.commit;
    return commitKind ? t.commits[commitKind]() : t.nothingSaved();
  };
  const syncs = (contender: string) => exactText(format, rowOf(contender)?.syncs ?? Number.NaN);
  const twoDigits = (ratio: number) => ratioText(format, ratio);
  const names = { slow: contenderName(t, slow), fast: contenderName(t, fast), operation: operationName(t, operation) };
  const factor = twoDigits(1 / value);
  switch (reason.code) {
    case 'unlike_commits':
      return t.reasons.unlikeCommits({ ...names, slowCommit: commit(slow), fastCommit: commit(fast) });
    case 'unlike_syncs':
      return t.reasons.unlikeSyncs({ ...names, slowSyncs: syncs(slow), fastSyncs: syncs(fast) });
    case 'one_layout':
      return t.reasons.oneLayout({ ...names, factor });
    case 'reversed':
      return t.reasons.reversed({ ...names, factor });
    case 'unclear':
      return t.reasons.unclear(names);
    case 'other_size':
      return t.reasons.otherSize({
        operation: names.operation,
        published: twoDigits(published ?? Number.NaN),
        value: twoDigits(value),
      });
  }
}

/** One reason in a sentence, or as a condition. */
export function reasonText(reason: Reason, context: Wording): string {
  const { t, format } = context;
  const operations = (ids: readonly string[]) => ids.map((id) => operationName(t, id)).join(t.and());
  const contenders = (ids: readonly string[]) => ids.map((id) => contenderName(t, id)).join(t.and());
  switch (reason.code) {
    case 'touches_nothing':
      return t.reasons.touchesNothing({ operations: operations(reason.operations) });
    case 'never_synced':
      return t.reasons.neverSynced({ contenders: contenders(reason.contenders) });
    case 'not_awaited':
      return t.reasons.notAwaited({ operations: operations(reason.operations) });
    case 'drops_slowest':
      return t.reasons.dropsSlowest({ share: format.percent(reason.share) });
    case 'failed':
      return t.reasons.failed({ contenders: contenders(reason.contenders) });
    case 'private_window':
      return t.reasons.privateWindow({
        operation: operationName(t, reason.ratio.operation),
        inPrivate: ratioText(format, reason.inPrivate.value),
        value: ratioText(format, reason.ratio.value),
      });
    default:
      return ratioReason(reason, context);
  }
}

type ReleaseRow = ReleasesView['rows'][number];

/** Figures that are faster or slower than in the release before, a sentence each; or why nobody knows. */
export function releaseTexts(
  { version, against, failure, changes }: ReleaseRow,
  { t, format, names }: Omit<Wording, 'view'> & { readonly names: Readonly<Record<string, string>> },
): string[] {
  if (failure !== null) return [t.releases.failed({ failure })];
  if (changes.length === 0) return [version === against ? t.releases.itself() : t.releases.same()];
  return changes.map(({ figure: id, ratio, low, high, calls, isClear }) => {
    const figure = names[id] ?? operationName(t, id);
    const [before = '', after = ''] = (calls ?? []).map((count) => format.number(count, 0));
    if (!isClear) return t.releases.calls({ figure, before, after });
    const ends = ratio < 1 ? [1 / ratio, 1 / high, 1 / low] : [ratio, low, high];
    const [factor = '', least = '', most = ''] = ends.map((one) => ratioText(format, one));
    const text = t.releases[ratio < 1 ? 'slower' : 'faster']({ figure, factor, least, most });
    return calls === null ? text : t.releases.withCalls({ text, before, after });
  });
}
