import { defineConfig } from 'vitest/config';
import config, { LONG_TESTS } from './vitest.config.ts';

export default defineConfig(async (env) => {
  const own = await config(env);
  return { ...own, test: { ...own.test, include: [LONG_TESTS], exclude: [] } };
});
