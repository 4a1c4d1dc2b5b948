export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Score 0 to 100 of each category, and what keeps it from being 100. */
export function categoriesOf(report) {
  const of = (id) => {
    const { score, auditRefs } = report.categories[id];
    const lost = auditRefs
      .filter(({ weight }) => weight > 0)
      .map((ref) => report.audits[ref.id])
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map(({ title, displayValue }) => ({ why: `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}` }));
    return { score: Math.round((score ?? 0) * 100), lost };
  };
  return Object.fromEntries(CATEGORIES.map((id) => [id, of(id)]));
}

/** How far the parts of a page jump while it loads, to three digits. */
export function layoutShiftOf(report) {
  return Math.round(report.audits['cumulative-layout-shift'].numericValue * 1000) / 1000;
}
