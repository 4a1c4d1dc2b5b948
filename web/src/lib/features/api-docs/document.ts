import { isObject, MARKED_NAME, textOf, type Json } from './schema-text.ts';

/** A redirect or an error: its status, what it means, and the schema or the media type of its body. */
interface ApiAnswer {
  readonly id: string;
  readonly status: string;
  readonly text: string;
  readonly type: string | null;
}

/** The part of an OpenAPI 3.1 document that the page shows. */
interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly body: string | null;
  readonly token: boolean;
  readonly responses: readonly { readonly status: string; readonly type: string | null }[];
  /** Ids of redirects and errors. */
  readonly others: readonly string[];
}

interface ApiDocument {
  readonly operations: readonly ApiOperation[];
  /** Redirects and errors, each once, however many operations answer it. */
  readonly others: readonly ApiAnswer[];
  /** The text of a schema in parts: each second one is the name of another schema. */
  readonly schemas: readonly { readonly name: string; readonly parts: readonly string[] }[];
}

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

const idOf = (status: string, same: number) => (same === 0 ? status : `${status}-${same + 1}`);

/** Collects redirects and errors: those that say the same have one id. */
class SharedAnswers {
  readonly all: ApiAnswer[] = [];

  idOf(status: string, response: Json): string {
    const own = { status, text: text(response['description']), type: typeOf(response) };
    const ofStatus = this.all.filter((answer) => answer.status === status);
    const known = ofStatus.find((answer) => answer.text === own.text && answer.type === own.type);
    if (known) return known.id;
    const id = idOf(status, ofStatus.length);
    this.all.push({ id, ...own });
    return id;
  }
}

/** Everything that is for the public, in the order of the document. */
export function readDocument(document: unknown): ApiDocument {
  const shared = new SharedAnswers();
  const operations = entries(isObject(document) ? document['paths'] : null)
    .filter(([path]) => !path.includes('/admin/'))
    .flatMap(([path, methods]) =>
      entries(methods).map(([method, operation]) => {
        const responses = entries(operation['responses']);
        return {
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
          responses: responses
            .filter(([status]) => Number(status) < 300)
            .map(([status, response]) => ({ status, type: typeOf(response) })),
          others: responses
            .filter(([status]) => Number(status) >= 300)
            .map(([status, response]) => shared.idOf(status, response)),
        };
      }),
    );
  const components = isObject(document) ? document['components'] : null;
  return {
    operations,
    others: shared.all.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })),
    schemas: entries(isObject(components) ? components['schemas'] : null).map(([name, schema]) => ({
      name,
      parts: textOf(schema).split(MARKED_NAME),
    })),
  };
}
