import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One worker for all files: they share nothing that a test changes, and loading the schemas takes longer than most.
    isolate: false,
  },
});
