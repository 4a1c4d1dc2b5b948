import { DATA_LICENSE } from '@opfsmark/schema/api';

/** JSON Schema as text that is read at a glance: `rows: Row[] (minItems 1, maxItems 16)`. Whatever has no short form stands as JSON. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const REFERENCE = '#/components/schemas/';
/** A name of a schema in the text: the page makes a link of it. */
const MARKED_NAME = /#(\w+)/;

/** Keywords that the form of the text says; others follow in parentheses. */
const SAID = new Set(
  'type properties required additionalProperties propertyNames items prefixItems $ref const enum anyOf oneOf'.split(
    ' ',
  ),
);

/** Rules that a format implies, and the range of any integer in JSON. */
const isImplied = (schema: Json, key: string, value: unknown) =>
  (key === 'pattern' && 'format' in schema) ||
  (schema['type'] === 'integer' && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);

function restOf(schema: Json): string {
  const rest = Object.entries(schema)
    .filter(([key, value]) => !SAID.has(key) && !isImplied(schema, key, value))
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return rest.length === 0 ? '' : ` (${rest.join(', ')})`;
}

function objectText(schema: Json, indent: string): string {
  const requiredNames = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const inner = `${indent}  `;
  const lines = properties.map(
    ([name, of]) => `${name}${requiredNames.includes(name) ? '' : '?'}: ${textOf(of, inner)}`,
  );
  const others = schema['additionalProperties'];
  if (isObject(others)) lines.push(`[name]: ${textOf(others, inner)}`);
  else if (others !== false) lines.push('[name]: any');
  return lines.length === 0 ? '{}' : `{\n${lines.map((line) => `${inner}${line}\n`).join('')}${indent}}`;
}

function arrayText(schema: Json, indent: string): string {
  const { items, prefixItems } = schema as { items?: unknown; prefixItems?: unknown };
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => textOf(item, indent)).join(', ')}]`;
  const item = textOf(items, indent);
  return / [|(]/.test(item.split('\n')[0] ?? '') ? `(${item})[]` : `${item}[]`;
}

function formOf(schema: Json, indent: string): string {
  const { $ref, enum: values, anyOf, oneOf, type } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') return `#${$ref.slice(REFERENCE.length)}`;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => textOf(choice, indent)).join(' | ');
  if (type === 'object') return objectText(schema, indent);
  if (type === 'array') return arrayText(schema, indent);
  return typeof type === 'string' ? type : JSON.stringify(schema);
}

export function textOf(schema: unknown, indent = ''): string {
  return isObject(schema) ? formOf(schema, indent) + restOf(schema) : 'any';
}

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
    const content = { status, text: text(response['description']), type: typeOf(response) };
    const ofStatus = this.all.filter((answer) => answer.status === status);
    const sameAnswer = ofStatus.find((answer) => answer.text === content.text && answer.type === content.type);
    if (sameAnswer) return sameAnswer.id;
    const id = idOf(status, ofStatus.length);
    this.all.push({ id, ...content });
    return id;
  }
}

/** Everything that is for the public, in the order of the document. */
export function readDocument(document: unknown): ApiDocument {
  const sharedAnswers = new SharedAnswers();
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
            .map(([status, response]) => sharedAnswers.idOf(status, response)),
        };
      }),
    );
  const components = isObject(document) ? document['components'] : null;
  return {
    operations,
    others: sharedAnswers.all.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })),
    schemas: entries(isObject(components) ? components['schemas'] : null).map(([name, schema]) => ({
      name,
      parts: textOf(schema).split(MARKED_NAME),
    })),
  };
}

/** The published results as a schema.org Dataset, for search engines of data sets. A block of data, which no policy stops. */
export function datasetMarkup(origin: string): string {
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'OPFSMark results',
    description:
      'Storage benchmarks measured in web browsers (Origin Private File System): throughput and latency with raw histograms, by device, drive, filesystem, operating system and browser. All published results, every night.',
    url: `${origin}/api`,
    license: DATA_LICENSE.url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'OPFSMark contributors', url: origin },
    keywords: ['storage benchmark', 'OPFS', 'web browser', 'latency histogram', 'IOPS'],
    measurementTechnique: `${origin}/method`,
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${origin}/api/v1/snapshot` },
      { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${origin}/api/v1/export.csv` },
    ],
  };
  // No text may end the element.
  const json = JSON.stringify(dataset).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json">${json}</script>`;
}
