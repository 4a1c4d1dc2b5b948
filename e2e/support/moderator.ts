/** A moderator of the site under test, who can confirm a run or hold it. */
import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';

export const MODERATOR_TOKEN = 'moderator-of-the-tests';

/** Settings by which the site knows the token. */
export const WITH_MODERATOR = { ADMIN_TOKEN_SHA256: createHash('sha256').update(MODERATOR_TOKEN).digest('hex') };

const HEADERS = { authorization: `Bearer ${MODERATOR_TOKEN}` };

export const confirmRun = (request: APIRequestContext, id: string) => setStatus(request, id, 'confirmed');
export const holdRun = (request: APIRequestContext, id: string) => setStatus(request, id, 'held');

async function setStatus(request: APIRequestContext, id: string, status: 'confirmed' | 'held'): Promise<void> {
  const data = { status, reason: `${status} in a test` };
  const response = await request.post(`/api/v1/admin/v1/runs/${id}/status`, { data, headers: HEADERS });
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
}

/** Boards of other tests are as they were. */
export async function removeRun(request: APIRequestContext, id: string): Promise<void> {
  const response = await request.delete(`/api/v1/admin/v1/runs/${id}`, { headers: HEADERS });
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
}
