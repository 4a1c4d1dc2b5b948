/// <reference types="vite/types/importMeta.d.ts" />
import type { Env as ServiceEnv } from '../src/env.ts';

declare global {
  namespace Cloudflare {
    interface Env extends ServiceEnv {
      readonly TEST_MIGRATIONS: D1Migration[];
    }
  }
}
