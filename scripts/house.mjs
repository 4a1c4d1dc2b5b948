/**
 * `npm run house`: how many things one must know to work on this repository; `-- --json` for a machine, `-- --exports`
 * names the exports it counts, `-- --types` the types whose name has no noun of the glossary. It forbids nothing: where a smaller number would make the code worse, the code stays.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { FAMILY_IDS } from '../schema/src/families/ids.ts';
import { folderOf } from '../schema/src/report/names.ts';
import { findViolations } from './lib/lint/check.mjs';
import { isTest, readSourceGraph, scriptsOf } from './lib/lint/imports.mjs';
import { ROOT } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

const NOT_READ = /\.(png|jpg|svg|ico|otf|ttf|woff2?)$|(^|\/)package-lock\.json$|^fixtures\//;
const CODE = /\.(ts|mjs|js|svelte|cc|h|c|css|sql|py|html)$/;
const SCRIPT = /\.(ts|mjs|js|svelte)$/;
/** Frameworks call what these export. */
const CALLED = /^web\/src\/(routes\/(.*\/)?\+|hooks|params|service-worker\/index)|\.config\.|\.svelte$|\.d\.ts$/;

const isSource = (path) => !isTest(path) && !path.startsWith('e2e/');
const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

function parse([path, text]) {
  const isComponent = path.endsWith('.svelte');
  const script = isComponent ? scriptsOf(text) : text;
  return [path, ts.createSourceFile(isComponent ? `${path}.ts` : path, script, ts.ScriptTarget.Latest, true)];
}

const trackedFiles = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const readFiles = trackedFiles.filter((path) => !NOT_READ.test(path));
const textsOf = (paths) =>
  paths.filter((path) => CODE.test(path)).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
/** Labs are counted apart. */
const isLab = (path) => path.startsWith('labs/');
const files = readFiles.filter((path) => !isLab(path));
const labs = readFiles.filter(isLab);
const code = textsOf(files);
const scripts = new Map(code.filter(([path]) => SCRIPT.test(path)).map(parse));
const graph = readSourceGraph(ROOT);
const targets = new Map(graph.edges.map(({ from, specifier, to }) => [`${from} ${specifier}`, to]));

function importShare(folder) {
  const isImport = (node) => ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier);
  const countedFiles = code.filter(([path]) => SCRIPT.test(path) && isSource(path) && path.startsWith(folder));
  const imports = countedFiles.flatMap(([path]) => scripts.get(path).statements.filter(isImport));
  return Math.round(
    (100 * sum(imports.map((it) => linesOf(it.getText())))) / sum(countedFiles.map(([, text]) => linesOf(text))),
  );
}

function isFamilyTable(node) {
  const isType = ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node);
  const members = ts.isObjectLiteralExpression(node) ? node.properties : isType ? node.members : [];
  const names = new Set(members.map(({ name }) => name?.text));
  return FAMILY_IDS.filter((id) => names.has(id)).length >= FAMILY_IDS.length - 1;
}

function countNodes(node, isCounted) {
  let count = isCounted(node) ? 1 : 0;
  ts.forEachChild(node, (child) => void (count += countNodes(child, isCounted)));
  return count;
}

/** The files of a family, and the lines elsewhere that name it, by file. */
function familyCounts(id) {
  const isOwn = new RegExp(`[/-](?:${id}|${folderOf(id)})[/.-]`);
  const isName = new RegExp(`(['"])${id}\\1|/${folderOf(id)}/|^ *${id}:`);
  const others = code.filter(([path]) => !isOwn.test(path) && isSource(path));
  const lines = others.map(([, text]) => text.split('\n').filter((line) => isName.test(line)).length).filter(Boolean);
  return { newFiles: code.filter(([path]) => isOwn.test(path)).length, naming: lines.length, lines: sum(lines) };
}

/** The exports of a file by name, and where each is declared: a barrel hands on what others declare. */
function exportsOf(path, seenPaths = []) {
  const exportOrigins = new Map();
  for (const statement of seenPaths.includes(path) ? [] : (scripts.get(path)?.statements ?? [])) {
    if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier && targets.get(`${path} ${statement.moduleSpecifier.text}`);
      const sourceExports = from ? exportsOf(from, [...seenPaths, path]) : new Map();
      for (const { name, propertyName } of statement.exportClause?.elements ?? [])
        exportOrigins.set(name.text, sourceExports.get((propertyName ?? name).text) ?? `${path} ${name.text}`);
      if (!statement.exportClause) for (const [name, origin] of sourceExports) exportOrigins.set(name, origin);
      continue;
    }
    const modifiers = (ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined) ?? [];
    if (modifiers[0]?.kind !== ts.SyntaxKind.ExportKeyword || modifiers[1]?.kind === ts.SyntaxKind.DefaultKeyword)
      continue;
    const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    for (const { name } of declarations) exportOrigins.set(name.text, `${path} ${name.text}`);
  }
  return exportOrigins;
}

/** The names that a node takes from a module; `null` for all of them, `undefined` where it imports nothing. */
function importedBy(node) {
  const nameIn = ({ name, propertyName }) => (propertyName ?? name).text;
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    const names = bindings && (ts.isNamedImports(bindings) ? bindings.elements.map(nameIn) : null);
    return { from: node.moduleSpecifier.text, names: names === undefined ? [] : names };
  }
  // "export * as name" hands on all of them as one.
  if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamespaceExport(node.exportClause))
    return { from: node.moduleSpecifier.text, names: null };
  if (ts.isImportTypeNode(node)) return { from: node.argument.literal.text, names: null };
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? { from: node.arguments[0].text, names: null } : undefined;
}

/** Exports of our sources that at most one other file imports, each with the number of its importers. */
function hardlyUsedExports() {
  const exportsByPath = new Map([...scripts.keys()].map((path) => [path, exportsOf(path)]));
  const origins = [...exportsByPath].flatMap(([path, names]) =>
    isSource(path) && !CALLED.test(path) ? [...names.values()].filter((origin) => origin.startsWith(`${path} `)) : [],
  );
  const users = new Map(origins.map((origin) => [origin, new Set()]));
  for (const [path, source] of scripts) {
    countNodes(source, (node) => {
      const { from, names } = importedBy(node) ?? {};
      const fileExports = exportsByPath.get(targets.get(`${path} ${from}`)) ?? new Map();
      for (const name of names ?? fileExports.keys()) users.get(fileExports.get(name))?.add(path);
    });
  }
  return [...users].filter(([, by]) => by.size <= 1).map(([origin, by]) => `${by.size} ${origin}`);
}

/** The nouns of the glossary, and of the types that sources of the product export those whose name has none of them. */
function readGlossary() {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const rows = [...text.slice(text.indexOf('## Glossary')).matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, noun]) => noun)
    .filter((noun) => noun !== 'noun');
  const stemOf = (word) => word.toLowerCase().replace(/s$/, '');
  const stems = new Set(rows.flatMap((row) => row.split(/[ ,]+/)).map(stemOf));
  const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  const types = [...scripts].flatMap(([path, source]) =>
    isSource(path) && !path.endsWith('.svelte')
      ? source.statements.filter((node) => isType(node) && ts.getModifiers(node)?.length).map(({ name }) => name.text)
      : [],
  );
  const isOutside = (type) => !(type.match(/[A-Z][a-z0-9]*/g) ?? []).some((word) => stems.has(stemOf(word)));
  return { nouns: rows.length, types: types.length, outside: types.filter(isOutside) };
}

const glossary = readGlossary();
const families = FAMILY_IDS.map(familyCounts);
const unusedExports = hardlyUsedExports();
const rows = {
  files: files.length,
  code_lines: sum(code.map(([, text]) => linesOf(text))),
  labs_files: labs.length,
  labs_code_lines: sum(textsOf(labs).map(([, text]) => linesOf(text))),
  import_share_schema: importShare('schema/src/'),
  import_share: importShare(''),
  family_tables: sum([...scripts].map(([path, source]) => (isSource(path) ? countNodes(source, isFamilyTable) : 0))),
  files_naming_a_family: median(families.map(({ naming }) => naming)),
  exports_used_once_or_never: unusedExports.length,
  glossary_nouns: glossary.nouns,
  exported_types: glossary.types,
  exported_types_without_noun: glossary.outside.length,
  circles: findViolations(graph).length,
  family_new_files: median(families.map(({ newFiles }) => newFiles)),
  family_edited_lines: median(families.map(({ lines }) => lines)),
  language_files: files.filter((path) => /(^|\/)ja[/.-]/.test(path)).length,
};
if (process.argv.includes('--exports')) for (const line of unusedExports.toSorted()) say(line);
else if (process.argv.includes('--types')) for (const type of glossary.outside.toSorted()) say(type);
else if (process.argv.includes('--json')) say(JSON.stringify(rows));
else for (const [name, value] of Object.entries(rows)) say(`${name.padEnd(28)}${String(value).padStart(8)}`);
