/** What the address of a comparison says. */
export interface CompareQuery {
  readonly ids: readonly string[];
  readonly base: string | null;
  readonly caseId: string | null;
}

export function compareAddress({ ids, base, caseId }: CompareQuery): string {
  const parts = [
    ...(ids.length > 0 ? [`runs=${ids.join(',')}`] : []),
    ...(base !== null && ids.includes(base) && base !== ids[0] ? [`base=${base}`] : []),
    ...(caseId !== null ? [`case=${encodeURIComponent(caseId)}`] : []),
  ];
  return parts.length === 0 ? '/compare' : `/compare?${parts.join('&')}`;
}
