import type { GroupReceipt, RunView } from '@opfsmark/schema/api';

export function linksOf(runId: string): RunView['links'] {
  return { self: `/api/v1/runs/${runId}`, html: `/r/${runId}` };
}

export function groupLinksOf(groupId: string): GroupReceipt['links'] {
  return { self: `/api/v1/groups/${groupId}`, html: `/g/${groupId}` };
}

/** The `Link` header to the next page (RFC 8288): the same address with the next cursor. */
export function nextLink(url: string, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
