import type { FamilyRecord, FamilyResult } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** Whether anything was measured to the end of a part. */
export function hasFindings(result: FamilyResult): boolean {
  switch (result.family) {
    case 'stutter':
      return result.pass !== undefined;
    case 'block-sweep':
    case 'queue-sweep':
      return result.jobs.some(({ status }) => status === 'done');
    case 'durability':
      return result.none.length > 0;
    case 'sustained':
      return result.write !== undefined;
    case 'small-files':
      return result.cases.length > 0;
    case 'database':
      return result.phases.length > 0;
    case 'storage-apis':
      return result.cells.length > 0;
    case 'picked-folder':
      return result.cells.some(({ place }) => place === 'picked');
    default:
      return assertNever(result);
  }
}

export function unpublishableWhy({ environment, result }: FamilyRecord, t: Texts<'common'>): string | null {
  if (environment.engine === 'scripted' || environment.engine === 'memory') return t.publish.why.scripted();
  return hasFindings(result) ? null : t.publish.why.nothing();
}
