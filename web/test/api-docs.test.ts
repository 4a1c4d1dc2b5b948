import { expect, test } from 'vitest';
import { datasetMarkup } from '../src/lib/features/api-docs/dataset.ts';
import { readOperations, readSchemas } from '../src/lib/features/api-docs/document.ts';

const document = {
  paths: {
    '/api/v1/runs/{run_id}': {
      get: {
        summary: 'Reads a run',
        parameters: [{ name: 'run_id', in: 'path', required: true }],
        responses: {
          '200': {
            description: 'Done',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/RunView' } } },
          },
          '204': { description: 'Nothing' },
        },
      },
      delete: { summary: 'Deletes it', security: [{ token: [] }], responses: {} },
    },
    '/api/v1/admin/v1/audit': { get: { summary: 'For moderators', responses: {} } },
  },
  components: { schemas: { RunView: { type: 'object' } } },
};

test('what the public may ask is read from the document', () => {
  const operations = readOperations(document);
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/runs/{run_id}',
    'DELETE /api/v1/runs/{run_id}',
  ]);
  expect(operations[0]?.responses).toEqual([
    { status: '200', text: 'Done', type: 'RunView' },
    { status: '204', text: 'Nothing', type: null },
  ]);
  expect(operations[1]?.token).toBe(true);
  expect(readSchemas(document)).toEqual([{ name: 'RunView', json: '{\n  "type": "object"\n}' }]);
});

test.each([null, 'nonsense', { paths: [] }, { paths: { x: null } }])('%j is no document and no crash', (nothing) => {
  expect(readOperations(nothing)).toEqual([]);
});

test('the results are described as a data set of schema.org, with their licence and where they are', () => {
  const [, json = ''] =
    /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(datasetMarkup('https://a.test')) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Dataset',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    distribution: [
      { contentUrl: 'https://a.test/api/v1/snapshot' },
      { contentUrl: 'https://a.test/api/v1/export.csv' },
    ],
  });
  expect(json).not.toContain('<');
});
