import { expect, it } from 'vitest';
import { app } from '../src/app.ts';
import { openApiDocument, operationsOf } from '../src/openapi/document.ts';
import { SCHEMAS } from '../src/openapi/schemas.ts';
import { ask } from './client.ts';

interface Answer {
  readonly description: string;
  readonly headers?: object;
}

const OPERATIONS = operationsOf(app);

it('describes every route', () => {
  const described = new Set(OPERATIONS.map(({ method, route }) => `${method.toUpperCase()} ${route}`));
  const routes = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes)).toEqual(described);
});

it('has each operation at an address that its own route answers', () => {
  for (const { method, path, route, parameters = [] } of OPERATIONS) {
    const exampleOf = (name: string) =>
      (parameters as readonly { name: string; example?: string }[]).find((one) => one.name === name)?.example ?? '';
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)));
    const [handlers] = app.router.match(method.toUpperCase(), url);
    expect(
      handlers.map(([[, { path: matched }]]) => matched),
      `${method} ${url}`,
    ).toContain(route);
  }
});

it('is OpenAPI 3.1 without a dangling reference', async () => {
  const document = await (
    await ask('/api/v1/openapi.json')
  ).json<{ openapi: string; components: { schemas: object } }>();
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS))));
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
  for (const { parameters = [], body, example, path } of OPERATIONS) {
    for (const one of parameters as readonly { name: string; example?: string; schema: { pattern?: string } }[]) {
      expect(one.example !== undefined, `${path} ${one.name}`).toBe(!isOpaque(one.name));
      if (one.example !== undefined && one.schema.pattern !== undefined)
        expect(one.example).toMatch(new RegExp(one.schema.pattern));
    }
    if (body !== undefined && body !== 'RunUpload') SCHEMAS[body].parse(example);
  }
});
