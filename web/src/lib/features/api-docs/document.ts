/** The part of an OpenAPI 3.1 document that the page shows. */
export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly body: string | null;
  readonly token: boolean;
  readonly responses: readonly { readonly status: string; readonly text: string; readonly type: string | null }[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const entries = (value: unknown): [string, Json][] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Json] => isObject(entry[1])) : [];

/** "RunView", or the media type where the body has no schema of its own. */
function typeOf(holder: unknown): string | null {
  const [first] = entries(isObject(holder) ? holder['content'] : null);
  if (!first) return null;
  const [media, { schema }] = first;
  const reference = isObject(schema) ? text(schema['$ref']) : '';
  return reference === '' ? media : (reference.split('/').at(-1) ?? media);
}

/** Everything that is for the public, in the order of the document. */
export function readOperations(document: unknown): ApiOperation[] {
  return entries(isObject(document) ? document['paths'] : null)
    .filter(([path]) => !path.includes('/admin/'))
    .flatMap(([path, methods]) =>
      entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        summary: text(operation['summary']),
        parameters: objects(operation['parameters']).map((parameter) => ({
          name: text(parameter['name']),
          in: text(parameter['in']),
          required: parameter['required'] === true,
        })),
        body: typeOf(operation['requestBody']),
        token: Array.isArray(operation['security']) && operation['security'].length > 0,
        responses: entries(operation['responses']).map(([status, response]) => ({
          status,
          text: text(response['description']),
          type: typeOf(response),
        })),
      })),
    );
}

/** The schemas by name, as JSON that can be read. */
export function readSchemas(document: unknown): { readonly name: string; readonly json: string }[] {
  const components = isObject(document) ? document['components'] : null;
  return entries(isObject(components) ? components['schemas'] : null).map(([name, schema]) => ({
    name,
    json: JSON.stringify(schema, null, 2),
  }));
}
