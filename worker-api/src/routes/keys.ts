import { Hono } from 'hono';
import { type KeyList, KeyRequest, type SigningKey } from '@opfsmark/schema/api';
import { countNow } from '../aggregation/count.ts';
import { unconfirm } from '../aggregation/runs.ts';
import type { AppEnv } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { cleanNote } from '../intake/declaration.ts';
import { readPublicKey } from '../intake/signature.ts';
import { moderatorsOnly } from '../middleware/index.ts';
import { BODY, describeModeration, parameter } from '../openapi/operation.ts';
import { insertAudit } from '../store/moderation.ts';
import { insertKey, type KeyRow, revokeKey, selectKey, selectKeys } from '../store/signing-keys.ts';

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const keyOf = ({ key_id, name, created_ms, expires_ms, revoked_ms }: KeyRow): SigningKey => ({
  ...{ key_id, name, created_at: new Date(created_ms).toISOString() },
  ...{ expires_at: timeOf(expires_ms), revoked_at: timeOf(revoked_ms) },
});

const ADD_KEY = describeModeration({
  id: 'addKey',
  summary: 'Register the public key of an organisation: runs that it signs count as confirmed.',
  body: 'KeyRequest',
  example: {
    name: 'Example Labs',
    public_key:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
  },
  answers: { 201: 'SigningKey' },
  problems: [...BODY, 'conflict'],
});

const LIST_KEYS = describeModeration({
  id: 'listKeys',
  summary: 'The keys that are registered, and those that were revoked.',
  answers: { 200: 'KeyList' },
  problems: [],
});

const KEY_ID = parameter('path', 'key_id', { type: 'string', pattern: '^[A-Za-z0-9_-]{11}$' });

const REVOKE_KEY = describeModeration({
  id: 'revokeKey',
  summary: 'Revoke a key: it confirms nothing any more, and what it has confirmed is not confirmed.',
  parameters: [KEY_ID],
  answers: { 200: 'SigningKey' },
  problems: ['conflict'],
});

/** Keys of organisations. */
export const keys = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .post('/admin/v1/keys', ADD_KEY, async (c) => {
    const nowMs = Date.now();
    const { name, public_key, expires_at } = await readBody(c.req.raw, KeyRequest, SMALL_BODY_LIMITS, (sent) => {
      return { ...sent, name: cleanNote(sent.name) };
    });
    const publicKey = await readPublicKey(public_key);
    if (await selectKey(c.env.DB, publicKey.key_id)) {
      throw new ProblemError('conflict', `The key ${publicKey.key_id} is registered, or was before it was revoked.`);
    }
    const expires_ms = expires_at === undefined ? null : Date.parse(expires_at);
    if (expires_ms !== null && expires_ms <= nowMs)
      throw new ProblemError('invalid-body', '', [{ pointer: '/expires_at', detail: 'is not in the future' }]);
    const key = { ...publicKey, name, created_ms: nowMs, expires_ms, revoked_ms: null };
    const audit = insertAudit(c.env, 'key.add', key.key_id, { name: key.name }, nowMs);
    await c.env.DB.batch([insertKey(c.env.DB, key), audit]);
    return c.json(keyOf(key), 201);
  })

  .get('/admin/v1/keys', LIST_KEYS, async (c) => {
    const list: KeyList = { keys: (await selectKeys(c.env.DB, MODERATION_PAGE)).map(keyOf) };
    return c.json(list);
  })

  .post('/admin/v1/keys/:key_id/revoke', REVOKE_KEY, async (c) => {
    const nowMs = Date.now();
    const key = await selectKey(c.env.DB, c.req.param('key_id'));
    if (!key) throw new ProblemError('not-found', 'There is no such key.');
    if (key.revoked_ms !== null) throw new ProblemError('conflict', 'The key was revoked before.');
    const audit = insertAudit(c.env, 'key.revoke', key.key_id, {}, nowMs);
    await unconfirm(c.env, key.key_id, [revokeKey(c.env.DB, key.key_id, nowMs), audit]);
    await countNow(c.env, nowMs);
    return c.json(keyOf({ ...key, revoked_ms: nowMs }));
  });
