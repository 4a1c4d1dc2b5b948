import { Hono } from 'hono';
import type { AliasList } from '@opfsmark/schema/api';
import { countNow } from '../aggregation/count.ts';
import { mergeModels, unmergeModel } from '../aggregation/runs.ts';
import type { AppEnv } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { cleanName, SLUG_OF } from '../intake/declaration.ts';
import { moderatorsOnly } from '../middleware/index.ts';
import { BODY, describeModeration, SLUG } from '../openapi/operation.ts';
import { ModelChange, ModelMerge, ModelName } from '../openapi/schemas.ts';
import {
  insertNamedModel,
  MODEL_KINDS,
  resolveModel,
  selectNamedModel,
  updateModel,
  type ModelKind,
  type ModelRow,
} from '../store/models.ts';
import { insertAudit, selectAliases } from '../store/moderation.ts';

async function readModel(db: D1Database, kind: ModelKind, slug: string): Promise<ModelRow> {
  const model = await selectNamedModel(db, kind, slug);
  if (!model) throw new ProblemError('not-found', `There is no such ${kind}.`);
  return model;
}

/** The changes that moderators make to devices, or to drives. */
function moderationOf(kind: ModelKind) {
  const name = kind === 'device' ? 'Device' : 'Drive';
  const setStatus = describeModeration({
    id: `set${name}Status`,
    summary: `Approve or reject a ${kind}.`,
    parameters: [SLUG],
    body: 'ModelChange',
    example: { status: 'approved' },
    answers: { 200: 'ModelStatus' },
    problems: BODY,
  });
  const rename = describeModeration({
    id: `rename${name}`,
    summary: `Choose how the name of a ${kind} is spelled.`,
    parameters: [SLUG],
    body: 'ModelName',
    example: { name: 'Mac mini' },
    answers: { 200: 'ModelNamed' },
    problems: BODY,
  });
  const merge = describeModeration({
    id: `merge${name}`,
    summary: `Make a ${kind} another name of a second one, and move its runs there.`,
    parameters: [SLUG],
    body: 'ModelMerge',
    example: { into: 'mac-mini' },
    answers: { 200: 'ModelMerged' },
    problems: [...BODY, 'conflict'],
  });
  const unmerge = describeModeration({
    id: `unmerge${name}`,
    summary: `Make another name a ${kind} again, with the runs that were declared under it.`,
    parameters: [SLUG],
    answers: { 200: 'ModelMerged' },
    problems: [],
  });
  const path = `/admin/v1/${kind}s/:slug` as const;
  return new Hono<AppEnv>()
    .post(`${path}/status`, setStatus, async (c) => {
      const db = c.env.DB;
      const nowMs = Date.now();
      const { status } = await readBody(c.req.raw, ModelChange, SMALL_BODY_LIMITS);
      const model = await readModel(db, kind, c.req.param('slug'));
      await db.batch([
        insertNamedModel(db, kind, model, nowMs),
        ...updateModel(db, kind, { ...model, status }),
        insertAudit(c.env, `${kind}.${status}`, model.slug, { from: model.status }, nowMs),
      ]);
      await countNow(c.env, nowMs);
      return c.json({ slug: model.slug, status });
    })

    .post(`${path}/rename`, rename, async (c) => {
      const db = c.env.DB;
      const nowMs = Date.now();
      const { name } = await readBody(c.req.raw, ModelName, SMALL_BODY_LIMITS);
      const model = await readModel(db, kind, c.req.param('slug'));
      const cleanedName = cleanName(name);
      await db.batch([
        insertNamedModel(db, kind, model, nowMs),
        ...updateModel(db, kind, { ...model, name: cleanedName, renamed: 1 }),
        insertAudit(c.env, `${kind}.rename`, model.slug, { from: model.name }, nowMs),
      ]);
      await countNow(c.env, nowMs);
      return c.json({ slug: model.slug, name: cleanedName });
    })

    .post(`${path}/merge`, merge, async (c) => {
      const db = c.env.DB;
      const nowMs = Date.now();
      const { into } = await readBody(c.req.raw, ModelMerge, SMALL_BODY_LIMITS);
      const [from, target] = [
        await selectNamedModel(db, kind, c.req.param('slug')),
        await selectNamedModel(db, kind, into),
      ];
      if (!from || !target) throw new ProblemError('not-found', `Both ${kind}s must exist.`);
      if (from.slug === target.slug) throw new ProblemError('conflict', `A ${kind} cannot be merged into itself.`);
      await insertNamedModel(db, kind, target, nowMs).run();
      const runs = await mergeModels(c.env, kind, { from: from.slug, into: target.slug });
      await insertAudit(c.env, `${kind}.merge`, from.slug, { into: target.slug, runs }, nowMs).run();
      await countNow(c.env, nowMs);
      return c.json({ alias: from.slug, slug: target.slug, runs });
    })

    .post(`${path}/unmerge`, unmerge, async (c) => {
      const db = c.env.DB;
      const nowMs = Date.now();
      const alias = c.req.param('slug');
      const slug = await resolveModel(db, kind, alias);
      if (slug === alias) throw new ProblemError('not-found', `It is not another name of a ${kind}.`);
      const runs = await unmergeModel(c.env, kind, { alias, slug, slugOf: SLUG_OF[kind] }, nowMs);
      await insertAudit(c.env, `${kind}.unmerge`, alias, { from: slug, runs }, nowMs).run();
      await countNow(c.env, nowMs);
      return c.json({ alias, slug, runs });
    });
}

const LIST_ALIASES = describeModeration({
  id: 'listAliases',
  summary: 'Other names of devices and drives, as they were merged.',
  answers: { 200: 'AliasList' },
  problems: [],
});

export const modelModeration = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/aliases', LIST_ALIASES, async (c) => {
    const list: AliasList = { aliases: await selectAliases(c.env.DB, MODERATION_PAGE) };
    return c.json(list);
  });
for (const kind of MODEL_KINDS) modelModeration.route('/', moderationOf(kind));
