/** Who imports whom, read from the syntax trees: the edges between our own source files, and to packages by name. */
import ts from 'typescript';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import */

/** The scripts of a Svelte component on the lines where they stand, and of its markup what it imports when it is shown. */
export function scriptsOf(component) {
  const blank = (text) => text.replace(/import\('[^'\n]*'\)|[^\n]/g, (it) => (it.length === 1 ? ' ' : `${it};`));
  let code = '';
  let end = 0;
  for (const match of component.matchAll(/(<script\b[^<>]*>)([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[1].length;
    code += blank(component.slice(end, start)) + match[2];
    end = start + match[2].length;
  }
  return code + blank(component.slice(end));
}

/** The specifier of this node and whether it takes types alone; `undefined` where it imports nothing. */
function importOf(node) {
  if (ts.isImportDeclaration(node)) {
    return { literal: node.moduleSpecifier, typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword };
  }
  if (ts.isExportDeclaration(node)) return { literal: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  if (ts.isImportTypeNode(node)) return { literal: node.argument.literal, typeOnly: true };
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? { literal: node.arguments[0], typeOnly: false } : undefined;
}

/**
 * Static, dynamic and type imports. `new URL('./worker.ts', import.meta.url)` is none: it starts a file, and takes no
 * code from it.
 * @returns {Import[]}
 */
export function importsOf(path, text) {
  const isComponent = path.endsWith('.svelte');
  const name = isComponent ? `${path}.ts` : path;
  const source = ts.createSourceFile(name, isComponent ? scriptsOf(text) : text, ts.ScriptTarget.Latest);
  const imports = [];
  const visit = (node) => {
    const { literal, typeOnly } = importOf(node) ?? {};
    if (literal && ts.isStringLiteralLike(literal)) {
      const line = source.getLineAndCharacterOfPosition(literal.getStart(source)).line + 1;
      imports.push({ specifier: literal.text, typeOnly, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

/** @typedef {{ from: string, specifier: string, to: string, typeOnly: boolean, line: number }} Edge paths from the root, with `/` */

const SOURCE = /\.(ts|mjs|js|svelte)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'test-results', 'playwright-report', 'screenshots']);

function sourcesUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    if (entry.isDirectory()) return sourcesUnder(root, path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

/** The workspaces by package name, with what their package.json exports. */
function readPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return new Map(
    workspaces.map((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [name, { folder, exports }];
    }),
  );
}

/** The path that an export of package.json stands for, with `*` for the same text in the name and in the path; else `undefined`. */
function targetOf(name, [pattern, target]) {
  const [start, end] = pattern.split('*');
  if (end === undefined) return name === pattern ? target : undefined;
  const isMatch = name.startsWith(start) && name.endsWith(end) && name.length >= start.length + end.length;
  return isMatch ? target.replaceAll('*', name.slice(start.length, name.length - end.length)) : undefined;
}

/** The file that `@opfsmark/schema/plan` means; the folder where the package exports no such thing. */
function resolvePackage(packages, specifier) {
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const rest = specifier.slice(name.length);
  const importedPackage = packages.get(name);
  if (!importedPackage) return specifier;
  // A name in full comes before a pattern.
  const entries = Object.entries(importedPackage.exports).toSorted(
    ([one], [other]) => one.includes('*') - other.includes('*'),
  );
  const target = entries.map((entry) => targetOf(`.${rest}`, entry)).find((path) => path !== undefined);
  return posix.join(importedPackage.folder, target ?? rest);
}

function resolveFile(root, path) {
  const isFile = (candidate) => existsSync(join(root, candidate)) && statSync(join(root, candidate)).isFile();
  const endings = ['', '.ts', '.js', '.svelte', '/index.ts', '/index.js'];
  return endings.map((ending) => path + ending).find(isFile) ?? path;
}

function resolve(root, packages, from, specifier) {
  const [bare] = specifier.split('?');
  if (bare.startsWith('.')) return resolveFile(root, posix.join(posix.dirname(from), bare));
  if (bare === '$lib' || bare.startsWith('$lib/')) return resolveFile(root, `web/src/lib${bare.slice('$lib'.length)}`);
  return resolvePackage(packages, bare);
}

/**
 * @param {string} root
 * @returns {{ files: string[], edges: Edge[] }}
 */
export function readSourceGraph(root) {
  const packages = readPackages(root);
  const folders = [...[...packages.values()].map(({ folder }) => folder), 'scripts'];
  const files = folders.filter((folder) => existsSync(join(root, folder))).flatMap((it) => sourcesUnder(root, it));
  const edges = files.flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), 'utf8')).map(({ specifier, typeOnly, line }) => {
      return { from, specifier, to: resolve(root, packages, from, specifier), typeOnly, line };
    }),
  );
  return { files, edges };
}

/** A test takes what it tests from anywhere: only the walls around a whole workspace hold for it. */
export function isTest(path) {
  return /(^|\/)test(-support)?\//.test(path) || /\.test\.\w+$/.test(path);
}
