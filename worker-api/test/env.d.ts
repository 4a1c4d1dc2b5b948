/// <reference types="vite/types/importMeta.d.ts" />
import type { applyD1Migrations } from 'cloudflare:test';
import type { Env as ServiceEnv } from '../src/base/env.ts';

declare global {
  namespace Cloudflare {
    interface Env extends ServiceEnv {
      readonly TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    }
  }
}
