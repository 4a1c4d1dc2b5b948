import { app } from './app.ts';
import { refreshBoards } from './boards/refresh.ts';
import type { Env } from './env.ts';

export default {
  fetch: app.fetch,
  async scheduled(_controller, env): Promise<void> {
    while ((await refreshBoards(env, Date.now())) > 0);
  },
} satisfies ExportedHandler<Env>;
