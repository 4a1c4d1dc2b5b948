import { expect, test } from 'vitest';
import config from '../wrangler.jsonc?raw';

test('what the page logs holds no headers of requests, and so no addresses', () => {
  expect(config).toMatch(/"observability": \{ "enabled": true, "logs": \{ "invocation_logs": false \} \}/);
  expect(config).not.toContain('logpush');
});
