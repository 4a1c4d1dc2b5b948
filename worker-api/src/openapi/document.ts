import type { Hono } from 'hono';
import { OPERATIONS, respelledPath } from '@opfsmark/schema/api';
import * as z from 'zod/mini';
import type { AppEnv } from '../base/env.ts';
import { PASSING_PROBLEMS, type ProblemKind, PROBLEMS } from '../base/problem.ts';
import { type ResponseBody, describedBy, type Operation, TAGS } from './operation.ts';
import { type SchemaName, SCHEMAS } from './schemas.ts';

/** An operation at its address, and the pattern of the route that answers it. */
export interface RoutedOperation extends Operation {
  readonly answers: Readonly<Record<number, ResponseBody>>;
  readonly route: string;
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
}

const EXAMPLE_ID = 'abcdefghijklmnop';

/** Whether what stands in the address has other spellings, which are sent to this one. */
const isRespelled = (path: string) =>
  respelledPath(path.replaceAll(/\{(?:run|group)_id\}/g, EXAMPLE_ID).replaceAll(/\{\w+\}/g, 'X')) !== null;

/** '/runs/:run_id{[^/]+}' -> '/runs/{run_id}' */
const addressOf = (route: string) => route.replaceAll(/:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}');

const CALLED: Readonly<Record<string, { readonly body?: SchemaName; readonly answer: ResponseBody } | undefined>> =
  OPERATIONS;

/** An operation with the documents that clients send and are answered. */
function withDocuments(operation: Operation, key: string): Pick<RoutedOperation, 'body' | 'answers'> {
  const { body, answer } = CALLED[key] ?? { ...operation, answer: 'none' as const };
  const entries = Object.entries(operation.answers).map(([status, one]) => [status, one === 'called' ? answer : one]);
  return { ...(body && { body }), answers: Object.fromEntries(entries) as RoutedOperation['answers'] };
}

/** Every operation of the service, by tag. */
export function operationsOf({ routes }: Hono<AppEnv>): RoutedOperation[] {
  const operations = routes.flatMap(({ path: route, method, handler }) =>
    describedBy(handler).map((operation): RoutedOperation => {
      const path = operation.path ?? addressOf(route);
      const verb = method.toLowerCase() as RoutedOperation['method'];
      const { body, answers } = withDocuments(operation, `${verb} ${path}`);
      const head = { ...operation, ...(body && { body }), route, path, method: verb };
      return { ...head, answers: isRespelled(path) ? { ...answers, 308: 'none' } : answers };
    }),
  );
  const tags = Object.keys(TAGS);
  return operations.toSorted((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
}

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

function isSchemaName(answer: ResponseBody): answer is SchemaName {
  return Object.hasOwn(SCHEMAS, answer);
}

function contentOf(answer: ResponseBody): object {
  if (answer === 'none') return {};
  if (answer === 'json') return { content: { 'application/json': { schema: { type: 'object' } } } };
  if (isSchemaName(answer)) return { content: { 'application/json': { schema: reference(answer) } } };
  const isBinary = answer === 'image/png' || answer === 'application/vnd.apache.parquet';
  return { content: { [answer]: isBinary ? {} : { schema: { type: 'string' } } } };
}

const RETRY = 'Send the same request again after the time in `Retry-After`.';
const NO_RETRY = 'Do not send the same request again: it would fail again.';
const RETRY_AFTER = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };

function problemObject(kinds: readonly ProblemKind[]): object {
  const mayRetry = kinds.every((kind) => PASSING_PROBLEMS.has(kind));
  return {
    description: `${kinds.map((kind) => PROBLEMS[kind][1]).join('; ')}. ${mayRetry ? RETRY : NO_RETRY}`,
    ...(mayRetry ? { headers: { 'retry-after': RETRY_AFTER } } : {}),
    content: { 'application/problem+json': { schema: reference('Problem') } },
  };
}

function bodyObject(name: SchemaName, example?: object): object {
  const content = { schema: reference(name), ...(example === undefined ? {} : { example }) };
  return { required: true, content: { 'application/json': content } };
}

const ANSWERS: Readonly<Record<string, string>> = {
  301: 'Another name of it: see `Location`',
  308: 'Another spelling of this address: send the same request to `Location`',
};

function operationObject(operation: RoutedOperation): object {
  const { id, tag, summary, parameters, body, example, tokens, headers, answers, problems } = operation;
  const byStatus = Object.groupBy(problems, (kind) => String(PROBLEMS[kind][0]));
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters ? { parameters } : {}),
    ...(tokens ? { security: tokens.map((token) => ({ [token]: [] })) } : {}),
    ...(body ? { requestBody: bodyObject(body, example) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { description: ANSWERS[status] ?? 'Done', ...(headers ? { headers } : {}), ...contentOf(answer) },
        ]),
      ),
      ...Object.fromEntries(Object.entries(byStatus).map(([status, kinds]) => [status, problemObject(kinds ?? [])])),
    },
  };
}

/** Each schema by its name; where one holds another that has a name, it refers to that. */
function schemaObjects(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => reference(id as SchemaName).$ref });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const json: Record<string, unknown> = { ...schema };
      delete json['$schema'];
      delete json['$id'];
      return [name, json];
    }),
  );
}

const DESCRIPTION = `Publish results of a storage benchmark, and read what others have published.

Which requests to send again: those answered 503 or 429, after the time in \`Retry-After\`, and those that got no answer.
Publishing is safe to repeat, because a run has one id: the same body is answered 200. Never send a request again that was
answered with another 4xx or with 500 (\`database-error\`, \`internal\`): the same request fails again.`;

/** The OpenAPI 3.1 document. Its schemas are made from those that validate. */
export function openApiDocument(operations: readonly RoutedOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = operationObject(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'OPFSMark results',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemaObjects(),
      securitySchemes: {
        deletion: {
          type: 'http',
          scheme: 'bearer',
          description: 'The deletion key of the run, or of the report of a browser.',
        },
        group: { type: 'http', scheme: 'bearer', description: 'The key of the group.' },
        moderator: { type: 'http', scheme: 'bearer', description: 'The token of the moderators.' },
      },
    },
  };
}
