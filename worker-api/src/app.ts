import { Hono } from 'hono';
import type { AppEnv } from './base/env.ts';
import { surround } from './middleware/index.ts';
import { boards } from './routes/boards.ts';
import { checkups } from './routes/checkups.ts';
import { discovery } from './routes/discovery.ts';
import { groups } from './routes/groups.ts';
import { keys } from './routes/keys.ts';
import { listing } from './routes/listing.ts';
import { modelModeration } from './routes/model-moderation.ts';
import { models } from './routes/models.ts';
import { moderation } from './routes/moderation.ts';
import { pictures } from './routes/pictures.ts';
import { runs } from './routes/runs.ts';
import { documentOf, service } from './routes/service.ts';
import { snapshot } from './routes/snapshot.ts';
import { sourceModeration } from './routes/source-moderation.ts';
import { warnings } from './routes/warnings.ts';

const API = [
  runs,
  groups,
  checkups,
  listing,
  boards,
  models,
  service,
  snapshot,
  moderation,
  sourceModeration,
  modelModeration,
  warnings,
  keys,
];
const SITE = [pictures, discovery];

export const app = new Hono<AppEnv>();

surround(app);
for (const part of API) app.route('/api/v1', part);
for (const part of SITE) app.route('/', part);
app.route('/api/v1', documentOf(app));
