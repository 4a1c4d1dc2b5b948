/** What a source file imports, read from its syntax tree. */
import ts from 'typescript';

/** @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import */

/** The scripts of a Svelte component on the lines where they stand, and of its markup what it imports when it is shown. */
export function scriptsOf(component) {
  const blank = (text) => text.replace(/import\('[^'\n]*'\)|[^\n]/g, (it) => (it.length === 1 ? ' ' : `${it};`));
  let code = '';
  let end = 0;
  for (const match of component.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
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
  const found = [];
  const visit = (node) => {
    const { literal, typeOnly } = importOf(node) ?? {};
    if (literal && ts.isStringLiteralLike(literal)) {
      const line = source.getLineAndCharacterOfPosition(literal.getStart(source)).line + 1;
      found.push({ specifier: literal.text, typeOnly, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
