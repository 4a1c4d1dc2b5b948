/** The words that translators of browsers must leave alone, by the source of each component: `e2e/pages/pseudo-language.spec.ts` looks at pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AST, parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

/** A figure or its unit as the text of an element; within a sentence it comes from a dictionary, and is translated with it. */
const FIGURE = /^(?:i18n\.format\.(?!sentences\b)\w+|unitLabel|figureText|textOf)\(/;

/** The parts of a node of a component. */
const PARTS = ['fragment', 'nodes', 'consequent', 'alternate', 'body', 'fallback', 'pending', 'then', 'catch'] as const;
type Node = AST.Fragment | AST.Fragment['nodes'][number];

function childrenOf(node: Node): Node[] {
  const parts = node as Partial<Record<(typeof PARTS)[number], Node | Node[] | null>>;
  return PARTS.flatMap((part) => parts[part] ?? []);
}

const isClosed = (node: Node) =>
  'attributes' in node &&
  node.attributes.some(
    (attribute) =>
      attribute.type === 'Attribute' &&
      attribute.name === 'translate' &&
      Array.isArray(attribute.value) &&
      attribute.value.some((part) => part.type === 'Text' && part.data === 'no'),
  );

/** The figures in a component, and those of them that a translator would find. */
function figuresIn(source: string): { readonly all: string[]; readonly open: string[] } {
  const figures = { all: [] as string[], open: [] as string[] };
  const visit = (node: Node, isWithinClosed: boolean): void => {
    const isAlone = isWithinClosed || isClosed(node);
    if (node.type === 'ExpressionTag') {
      const { start, end } = node.expression as unknown as { start: number; end: number };
      const text = source.slice(start, end);
      if (!FIGURE.test(text)) return;
      figures.all.push(text);
      if (!isAlone) figures.open.push(text);
      return;
    }
    for (const child of childrenOf(node)) visit(child, isAlone);
  };
  visit(parse(source, { modern: true }).fragment, false);
  return figures;
}

test('every figure and unit that stands by itself in a component has translate="no"', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'));
  const sources = files.map((name) => [name, readFileSync(join(SRC, name), 'utf8')] as const);
  const found = sources
    .filter(([, source]) => /i18n\.format\.|unitLabel\(|figureText\(/.test(source))
    .map(([name, source]) => ({ name, ...figuresIn(source) }));
  expect(found.flatMap(({ all }) => all).length).toBeGreaterThan(5);
  expect(found.flatMap(({ name, open }) => open.map((text) => `${name}: ${text}`))).toEqual([]);
});
