import * as z from 'zod/mini';
import { Board, BoardList, Problem, RunReceipt, RunUpload, RunView } from '@opfsmark/schema';
import { PROBLEMS, type ProblemKind } from '../problem.ts';

/** Schemas that stand in the document by their names. */
const SCHEMAS = {
  Board,
  BoardList,
  Health: z.strictObject({ ok: z.literal(true) }),
  Problem,
  RunReceipt,
  RunUpload,
  RunView,
};

type SchemaName = keyof typeof SCHEMAS;

interface Operation {
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly body?: SchemaName;
  readonly answers: Readonly<Record<number, SchemaName | 'any'>>;
  readonly problems: readonly ProblemKind[];
}

const RUN_ID = parameter('path', 'run_id', { type: 'string', pattern: '^[0-9A-HJKMNP-TV-Z]{16}$' });
const UPLOAD_PROBLEMS = [
  'invalid-json',
  'not-found',
  'conflict',
  'gone',
  'too-large',
  'unsupported-media-type',
  'invalid-body',
  'contradiction',
  'unavailable',
] as const;

const OPERATIONS: readonly Operation[] = [
  {
    method: 'put',
    path: '/runs/{run_id}',
    summary: 'Publish a run. The same body again is answered 200, another body 409.',
    parameters: [RUN_ID],
    body: 'RunUpload',
    answers: { 200: 'RunReceipt', 201: 'RunReceipt' },
    problems: UPLOAD_PROBLEMS,
  },
  {
    method: 'get',
    path: '/runs/{run_id}',
    summary: 'A run: what was measured, what was declared, what was derived.',
    parameters: [RUN_ID],
    answers: { 200: 'RunView' },
    problems: ['not-found', 'gone', 'unavailable'],
  },
  {
    method: 'get',
    path: '/boards',
    summary: 'The boards that have entries.',
    answers: { 200: 'BoardList' },
    problems: ['unavailable'],
  },
  {
    method: 'get',
    path: '/boards/{board_id}',
    summary: 'One page of a board, best first: ranked entries, then provisional ones.',
    parameters: [
      parameter('path', 'board_id', { type: 'string', maxLength: 160 }),
      parameter('query', 'cursor', { type: 'string', maxLength: 2000 }),
    ],
    answers: { 200: 'Board' },
    problems: ['invalid-parameter', 'not-found', 'unavailable'],
  },
  { method: 'get', path: '/healthz', summary: 'Whether the service runs.', answers: { 200: 'Health' }, problems: [] },
  { method: 'get', path: '/openapi.json', summary: 'This document.', answers: { 200: 'any' }, problems: [] },
];

function parameter(place: 'path' | 'query', name: string, schema: object): object {
  return { name, in: place, required: place === 'path', schema };
}

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

function operationObject(operation: Operation): object {
  const { summary, parameters, body, answers, problems } = operation;
  const byStatus = Object.groupBy(problems, (kind) => String(PROBLEMS[kind][0]));
  return {
    summary,
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, name]) => [
          status,
          {
            description: status === '201' ? 'Stored' : 'Answered',
            content: { 'application/json': { schema: name === 'any' ? {} : reference(name) } },
          },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(byStatus).map(([status, kinds]) => [
          status,
          {
            description: (kinds ?? []).map((kind) => PROBLEMS[kind][1]).join('; '),
            content: { 'application/problem+json': { schema: reference('Problem') } },
          },
        ]),
      ),
    },
  };
}

/** OpenAPI 3.1, whose schemas are JSON Schema as zod writes it: what validates is what is documented. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    (paths[`/api/v1${operation.path}`] ??= {})[operation.method] = operationObject(operation);
  }
  const schemas = Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const { $schema: _, ...json } = z.toJSONSchema(schema);
      return [name, json];
    }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'OPFSMark results',
      version: '1',
      description: 'Publish what a browser measured of its storage, and read what others have published.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: { schemas },
  };
}
