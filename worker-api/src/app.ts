import { Hono } from 'hono';
import type { AppEnv } from './env.ts';
import { answerProblem, notFoundOrNotAllowed } from './middleware/problems.ts';
import { admin } from './routes/admin.ts';
import { boards } from './routes/boards.ts';
import { devices } from './routes/devices.ts';
import { runs } from './routes/runs.ts';
import { service } from './routes/service.ts';
import { tickets } from './routes/tickets.ts';

export const app = new Hono<AppEnv>()
  .basePath('/api/v1')
  .route('/', runs)
  .route('/', boards)
  .route('/', service)
  .route('/', tickets)
  .route('/', admin)
  .route('/', devices);

app.onError(answerProblem);
app.notFound(notFoundOrNotAllowed(app));

export type App = typeof app;
