import { rowShortName } from '@opfsmark/schema/documents';
import { assertNever } from '$lib/base/assert-never.ts';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';
import type { Readiness } from '../session/bench.svelte.ts';
import type { Trouble } from '../session/state.ts';

/** What is wrong, why, and what to do: every message of the page has these three. */
export interface Explanation {
  readonly title: string;
  readonly cause: string;
  readonly next: string;
  readonly detail?: string;
}

/** Why Run is disabled; empty where it is not. */
export function explainReadiness(readiness: Readiness, t: Texts<'run'>['trouble']): Explanation[] {
  switch (readiness.kind) {
    case 'checking':
    case 'ready':
      return [];
    case 'unsupported':
      return readiness.problems.map((problem) => {
        const { title, cause, next } = t.support[problem];
        const explanation = { title: title(), cause: cause(), next: next() };
        return readiness.detail === null
          ? explanation
          : { ...explanation, detail: t.failure.detail({ detail: readiness.detail }) };
      });
    case 'check_failed': {
      const { title, cause, next } = t.support.check_failed;
      return [{ title: title(), cause: cause({ detail: readiness.detail }), next: next() }];
    }
    default:
      return assertNever(readiness);
  }
}

function explainRefusal(trouble: Extract<Trouble, { kind: 'refused' }>, t: Texts<'run'>['trouble']): Explanation {
  const { detail } = trouble;
  if (trouble.code === 'busy') {
    const { title, cause, next } = t.refused.busy;
    return { title: title(), cause: cause(), next: next() };
  }
  const { title, cause, next } = t.refused[trouble.code];
  return { title: title(), cause: cause({ detail }), next: next() };
}

export function explainTrouble(
  trouble: Trouble,
  t: Texts<'run'>['trouble'],
  { t: { direction }, format }: I18n,
): Explanation {
  if (trouble.kind === 'refused') return explainRefusal(trouble, t);
  const { title, cause, next } = t.failure[trouble.code];
  const { job } = trouble;
  const test = job ? `${rowShortName(job.row)} ${direction[job.direction]()}` : null;
  const explanation = {
    title: test === null ? title() : `${t.failure.title({ test })}: ${title()}`,
    cause: format.sentences([cause(), job ? t.failure.kept() : '']),
    next: next(),
  };
  return trouble.detail === '' ? explanation : { ...explanation, detail: t.failure.detail({ detail: trouble.detail }) };
}
