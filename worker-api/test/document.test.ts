import { expect, it } from 'vitest';
import { app } from '../src/app.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { BODY_EXAMPLES } from '../src/openapi/examples.ts';
import { OPERATIONS } from '../src/openapi/operations.ts';
import { SCHEMAS, type SchemaName } from '../src/openapi/schemas.ts';
import { ask } from './client.ts';

interface Answer {
  readonly description: string;
  readonly headers?: object;
}

/** '/og/:file{..}' and '/runs/:file' stand for several addresses of the document. */
const SPREAD: Record<string, readonly string[]> = {
  'GET /api/v1/runs/:file': ['/api/v1/runs/{run_id}', '/api/v1/runs/{run_id}.csv', '/api/v1/runs/{run_id}.txt'],
  'GET /badge/:file{[^.]+\\.(?:svg|json)}': ['/badge/{run_id}.svg', '/badge/{run_id}.json'],
  'GET /og/:file{[^.]+\\.png}': ['/og/{run_id}.png'],
  'GET /og/:file{[^.]+\\.html}': ['/og/{run_id}.html'],
};

it('documents exactly the routes that there are', () => {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) => {
      const paths = SPREAD[`${method} ${path}`] ?? [path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')];
      return paths.map((one) => `${method} ${one}`);
    });
  const documented = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(new Set(routes)).toEqual(new Set(documented));
});

it('is OpenAPI 3.1 without a dangling reference', async () => {
  const document = await (
    await ask('/api/v1/openapi.json')
  ).json<{ openapi: string; components: { schemas: object } }>();
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  expect(document.openapi).toBe('3.1.0');
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
});

it('says of every problem whether the same request may be sent again', async () => {
  const { paths } = await (
    await ask('/api/v1/openapi.json')
  ).json<{ paths: Record<string, Record<string, { responses: Record<string, Answer> }>> }>();
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses));
  const problems = answers.filter(([status]) => Number(status) >= 400);
  expect(problems.length).toBeGreaterThan(0);
  for (const [status, { description, headers }] of problems) {
    const mayRetry = status === '429' || status === '503';
    expect(description).toContain(
      mayRetry ? 'Send the same request again after' : 'Do not send the same request again',
    );
    expect(headers !== undefined && 'retry-after' in headers).toBe(mayRetry);
  }
});

it('names every operation once, with a tag that it describes, and says where the service is', async () => {
  const document = await (
    await ask('/api/v1/openapi.json')
  ).json<{
    servers: { url: string }[];
    tags: { name: string }[];
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  }>();
  expect(document.servers).toMatchObject([{ url: '/' }]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(OPERATIONS.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
});

it('has examples that its own schemas accept: of every parameter but cursors and bookmarks, and of every small body', () => {
  const isOpaque = (name: string) => name === 'cursor' || name === 'x-d1-bookmark';
  for (const { parameters = [], body, path } of OPERATIONS) {
    for (const one of parameters as readonly { name: string; example?: string; schema: { pattern?: string } }[]) {
      expect(one.example !== undefined, `${path} ${one.name}`).toBe(!isOpaque(one.name));
      if (one.example !== undefined && one.schema.pattern !== undefined)
        expect(one.example).toMatch(new RegExp(one.schema.pattern));
    }
    if (body !== undefined && body !== 'RunUpload') expect(Object.keys(BODY_EXAMPLES)).toContain(body);
  }
  for (const [name, example] of Object.entries(BODY_EXAMPLES)) SCHEMAS[name as SchemaName].parse(example);
});
