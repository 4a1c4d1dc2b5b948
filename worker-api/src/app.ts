import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { AppEnv } from './base/env.ts';
import { burstShield } from './middleware/burst.ts';
import { commonHeaders } from './middleware/headers.ts';
import { metering } from './middleware/metering.ts';
import { answerProblem, notFoundOrNotAllowed } from './middleware/problems.ts';
import { admin } from './routes/moderation.ts';
import { boards } from './routes/boards.ts';
import { devices } from './routes/devices.ts';
import { listing } from './routes/listing.ts';
import { pictures } from './routes/pictures.ts';
import { runs } from './routes/runs.ts';
import { service } from './routes/service.ts';
import { tickets } from './routes/tickets.ts';

export const app = new Hono<AppEnv>();

app.use(commonHeaders, metering, burstShield, etag());
for (const part of [tickets, runs, listing, boards, devices, service, admin]) app.route('/api/v1', part);
app.route('/', pictures);
app.onError(answerProblem);
app.notFound(notFoundOrNotAllowed(app));
