import { expect, test } from 'vitest';
import { datasetMarkup, readDocument, textOf } from '../src/lib/features/api-docs/document.ts';

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
          '404': { description: 'There is none' },
        },
      },
      delete: {
        summary: 'Deletes it',
        security: [{ token: [] }],
        responses: { '404': { description: 'There is none' }, '410': { description: 'Gone' } },
      },
      put: { summary: 'Writes it', responses: { '404': { description: 'There is another' } } },
    },
    '/api/v1/admin/v1/audit': { get: { summary: 'For moderators', responses: {} } },
  },
  components: { schemas: { RunView: { type: 'object' } } },
};

test('what the public may ask is read from the document', () => {
  const { operations, others, schemas } = readDocument(document);
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/runs/{run_id}',
    'DELETE /api/v1/runs/{run_id}',
    'PUT /api/v1/runs/{run_id}',
  ]);
  expect(operations[0]?.responses).toEqual([
    { status: '200', type: 'RunView' },
    { status: '204', type: null },
  ]);
  expect(operations[1]?.token).toBe(true);
  expect(operations.map((one) => one.others)).toEqual([['404'], ['404', '410'], ['404-2']]);
  expect(others.map(({ id, text }) => `${id} ${text}`)).toEqual([
    '404 There is none',
    '404-2 There is another',
    '410 Gone',
  ]);
  expect(schemas).toEqual([{ name: 'RunView', parts: ['{\n  [name]: any\n}'] }]);
});

test.each<[object, string]>([
  [{ $ref: '#/components/schemas/RunView' }, '#RunView'],
  [{ type: 'integer', minimum: 0, maximum: 9 }, 'integer (minimum 0, maximum 9)'],
  [{ type: 'integer', minimum: 0, maximum: 2 ** 53 - 1 }, 'integer (minimum 0)'],
  [{ type: 'string', format: 'date-time', pattern: '^long$' }, 'string (format date-time)'],
  [{ type: 'string', pattern: '^[0-9A-F]{16}$' }, 'string (pattern ^[0-9A-F]{16}$)'],
  [{ type: 'array', minItems: 1, items: { type: 'string', enum: ['a', 'b'] } }, '("a" | "b")[] (minItems 1)'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null'],
  [
    {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { const: 2 } }, required: ['b'], additionalProperties: false },
      },
      additionalProperties: false,
    },
    '{\n  a?: {\n    b: 2\n  }\n}',
  ],
  [
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
    '{\n  [name]: number\n}',
  ],
  [{ not: {} }, '{"not":{}} (not {})'],
])('%j reads %s', (schema, text) => {
  expect(textOf(schema)).toBe(text);
});

test.each([null, 'nonsense', { paths: [] }, { paths: { x: null } }])('%j is no document and no crash', (nothing) => {
  expect(readDocument(nothing).operations).toEqual([]);
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
