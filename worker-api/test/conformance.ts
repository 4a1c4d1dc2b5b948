import { app } from '../src/app.ts';
import { operationsOf, type RoutedOperation } from '../src/openapi/document.ts';
import { SCHEMAS, type SchemaName } from '../src/openapi/schemas.ts';
import { PROBLEMS } from '../src/base/problem.ts';

/** The longest first: the address of one run is also that of its file. */
const PATTERNS = operationsOf(app)
  .toSorted((a, b) => b.path.length - a.path.length)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

function operationOf(method: string, path: string): RoutedOperation | undefined {
  const isOf = ({ operation, pattern }: (typeof PATTERNS)[number]) =>
    operation.method === method.toLowerCase() && pattern.test(path);
  return PATTERNS.find(isOf)?.operation;
}

/** Throws where an answer is not as the OpenAPI document says: its status, its media type, its body. */
export async function checkConformance(request: Request, response: Response): Promise<void> {
  const path = new URL(request.url).pathname;
  const operation = operationOf(request.method === 'HEAD' ? 'GET' : request.method, path);
  const said = `${request.method} ${path} -> ${response.status}`;
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (response.headers.has('retry-after') !== [429, 503].includes(response.status))
    throw new Error(`${said}: Retry-After`);
  if (response.status >= 400) {
    if (type !== 'application/problem+json') throw new Error(`${said}: ${type} is no problem+json`);
    if (request.method !== 'HEAD') SCHEMAS.Problem.parse(await response.clone().json());
    const documented = operation?.problems.map((kind): number => PROBLEMS[kind][0]) ?? [404, 405];
    if (!documented.includes(response.status)) throw new Error(`${said} is not documented`);
    return;
  }
  if (!operation || response.status === 304 || request.method === 'HEAD') return;
  const answer = operation.answers[response.status];
  if (answer === undefined) throw new Error(`${said} is not documented`);
  if (answer === 'none') return;
  if (answer === 'json' || Object.hasOwn(SCHEMAS, answer)) {
    if (type !== 'application/json') throw new Error(`${said}: ${type} is not JSON`);
    const body: unknown = await response.clone().json();
    if (answer !== 'json') SCHEMAS[answer as SchemaName].parse(body);
  } else if (type !== answer) throw new Error(`${said}: ${type} is not ${answer}`);
}
