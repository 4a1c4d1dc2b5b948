import { MAX_TEXT_CHARACTERS, type DeclaredText, type FieldError, type TextProblem } from '@opfsmark/schema/documents';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import type { Refusal } from './publisher.svelte.ts';

type FieldNames = Texts<'site'>['declared'];

/** The name the form gives to what a pointer points at; the pointer itself for what the form does not show. */
function fieldName(pointer: string, names: FieldNames): string {
  const field = /^\/declared\/(\w+)/.exec(pointer)?.[1];
  switch (field) {
    case 'device':
    case 'drive':
    case 'interface':
    case 'filesystem':
    case 'note':
      return names[field]();
    default:
      return pointer;
  }
}

const describe = ({ pointer, detail }: FieldError, t: Texts<'publish'>, names: FieldNames) =>
  t.problem.field({ field: fieldName(pointer, names), detail });

/** Why a text that people declare cannot be shown. */
export function explainText(problem: TextProblem, field: DeclaredText, t: Texts<'publish'>): string {
  return t.problem.text[problem]({ max: MAX_TEXT_CHARACTERS[field] });
}

/** Why a record was not stored, line by line, in the reader's words as far as the page has any. */
export function explainAnswer(answer: Refusal, t: Texts<'publish'>, names: FieldNames): string[] {
  const { problem } = t;
  switch (answer.kind) {
    case 'unkept':
      return [problem.storage()];
    case 'undeclarable':
      return answer.problems.map(({ field, problem: why }) =>
        problem.field({ field: names[field](), detail: explainText(why, field, t) }),
      );
    case 'unreachable':
      return [problem.offline()];
    case 'unreadable':
      return [problem.broken({ status: answer.status })];
    case 'refused': {
      const { status, type, title, detail, errors = [] } = answer.problem;
      if (status === 409) return [problem.conflict()];
      if (status === 429) return [problem.tooMany()];
      if (type.endsWith('/full')) return [problem.full()];
      if (status === 503) return [problem.busy()];
      return [problem.refused({ detail: detail ?? title }), ...errors.map((error) => describe(error, t, names))];
    }
    default:
      return assertNever(answer);
  }
}
