/** JSON Schema as text that is read at a glance: `rows: Row[] (minItems 1, maxItems 16)`. Whatever has no short form stands as JSON. */

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const REFERENCE = '#/components/schemas/';
/** A name of a schema in the text: the page makes a link of it. */
export const MARKED_NAME = /#(\w+)/;

/** Keywords that the form of the text says; others follow in parentheses. */
const SAID = new Set([
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'propertyNames',
    'items',
    'prefixItems',
    '$ref',
    'const',
  ],
  ...['enum', 'anyOf', 'oneOf'],
]);

/** What a format says too, and how far any integer in JSON goes. */
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
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const inner = `${indent}  `;
  const lines = properties.map(([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${textOf(of, inner)}`);
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
