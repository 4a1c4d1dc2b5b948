import { Hono } from 'hono';
import { type Warning, type WarningList, WarningRequest } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { cleanNote } from '../intake/declaration.ts';
import { moderatorsOnly } from '../middleware/index.ts';
import { BODY, describeModeration, parameter } from '../openapi/operation.ts';
import { insertAudit } from '../store/moderation.ts';
import { deleteWarning, insertWarning, selectWarnings } from '../store/warnings.ts';

const LIST_WARNINGS = describeModeration({
  id: 'listWarnings',
  summary: 'The warnings over classes of results.',
  answers: { 200: 'WarningList' },
  problems: [],
});

const ADD_WARNING = describeModeration({
  id: 'addWarning',
  summary:
    'Warn of a class of results, those of a browser or of a core that are published between two moments: every page and answer with such a result has the text.',
  body: 'WarningRequest',
  example: { of: 'browser', name: 'firefox', version: '140', text: 'Its clock is too coarse for small reads.' },
  answers: { 201: 'Warning' },
  problems: [...BODY, 'conflict'],
});

const LIFT_WARNING = describeModeration({
  id: 'liftWarning',
  summary: 'Take a warning back.',
  parameters: [parameter('path', 'warning_id', { type: 'string', minLength: 16, maxLength: 16 })],
  answers: { 204: 'none' },
  problems: [],
});

export const warnings = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/warnings', LIST_WARNINGS, async (c) => {
    const list: WarningList = { warnings: await selectWarnings(c.env.DB) };
    return c.json(list);
  })

  .post('/admin/v1/warnings', ADD_WARNING, async (c) => {
    const nowMs = Date.now();
    const request = await readBody(c.req.raw, WarningRequest, SMALL_BODY_LIMITS, (sent) => {
      return { ...sent, text: cleanNote(sent.text) };
    });
    const { from = null, until = null, ...rest } = request;
    if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) {
      throw new ProblemError('invalid-body', '', [{ pointer: '/until', detail: 'is not after "from"' }]);
    }
    const warning: Warning = { warning_id: newRunId(nowMs), ...rest, from, until };
    const { meta } = await insertWarning(c.env.DB, warning).run();
    if (meta.changes === 0) throw new ProblemError('conflict', 'There are too many warnings. Lift one first.');
    const { warning_id, ...detail } = warning;
    await insertAudit(c.env, 'warning.add', warning_id, detail, nowMs).run();
    return c.json(warning, 201);
  })

  .delete('/admin/v1/warnings/:warning_id', LIFT_WARNING, async (c) => {
    const id = c.req.param('warning_id');
    const { meta } = await deleteWarning(c.env.DB, id).run();
    if (meta.changes === 0) throw new ProblemError('not-found', 'There is no such warning.');
    await insertAudit(c.env, 'warning.lift', id, {}, Date.now()).run();
    return c.body(null, 204);
  });
