import { expect, test } from 'vitest';
import { readOperations, readSchemas } from '../src/lib/api-docs/document.ts';
import methodEn from '../src/lib/prose/method.en.ts';
import methodJa from '../src/lib/prose/method.ja.ts';
import privacyEn from '../src/lib/prose/privacy.en.ts';
import privacyJa from '../src/lib/prose/privacy.ja.ts';

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

test('prose has the same parts in both languages', () => {
  for (const [en, ja] of [
    [methodEn, methodJa],
    [privacyEn, privacyJa],
  ] as const) {
    const shape = (prose: typeof methodEn | typeof privacyEn) =>
      prose.sections.map(({ id, paragraphs, ...rest }) => [
        id,
        paragraphs.length,
        'points' in rest ? rest.points.length : 0,
      ]);
    expect(shape(ja)).toEqual(shape(en));
  }
});
