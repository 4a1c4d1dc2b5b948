import { isTable } from '../../families/report.ts';
import type { Report } from '../report.ts';

/** The figures, tables and charts of a result as data, with the words of files. */
export function jsonForm({ record, about, title, sentence, notes, figures, scores, parts }: Report): string {
  const { family, plan, started_at, status, environment } = record;
  const document = {
    run_id: about.run_id ?? null,
    started_at,
    status,
    family,
    profile: plan.profile,
    declared: about.declared ?? {},
    client: environment.client,
    title,
    sentence,
    notes,
    scores,
    figures: figures.map(({ id, name, unit, better, value, low, high, once, quantity, p99 }) => ({
      ...{ id, name, unit, better, value, low, high, once },
      ...{ p99_ns: p99?.value ?? null, origin: quantity.origin ?? null },
    })),
    tables: parts.filter(isTable),
    charts: parts.filter((part) => !isTable(part)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
