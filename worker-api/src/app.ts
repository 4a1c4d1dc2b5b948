import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { AppEnv } from './base/env.ts';
import {
  answerProblem,
  burstShield,
  commonHeaders,
  metering,
  notFoundOrNotAllowed,
  oneSpelling,
} from './middleware/index.ts';
import { boards } from './routes/boards.ts';
import { filesystems, models, stats } from './routes/models.ts';
import { modelModeration } from './routes/model-moderation.ts';
import { discovery } from './routes/discovery.ts';
import { documentOf, service } from './routes/service.ts';
import { groups } from './routes/groups.ts';
import { listing } from './routes/listing.ts';
import { moderation } from './routes/moderation.ts';
import { pictures } from './routes/pictures.ts';
import { reports, runs, tickets } from './routes/runs.ts';
import { snapshot } from './routes/snapshot.ts';

const API = [
  tickets,
  runs,
  reports,
  groups,
  listing,
  boards,
  models,
  filesystems,
  stats,
  service,
  snapshot,
  moderation,
  modelModeration,
];
const SITE = [pictures, discovery];

export const app = new Hono<AppEnv>();

app.use(commonHeaders, metering, burstShield, oneSpelling, etag());
for (const part of API) app.route('/api/v1', part);
for (const part of SITE) app.route('/', part);
app.route('/api/v1', documentOf(app));
app.onError(answerProblem);
app.notFound(notFoundOrNotAllowed(app));
