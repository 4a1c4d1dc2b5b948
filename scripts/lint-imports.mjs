/** `npm run lint:imports`: no import crosses a wall or goes in a circle. `-- --report` shows them all and ends well. */
import { findViolations } from './lib/lint/check.mjs';
import { readSourceGraph } from './lib/lint/imports.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, PlainError, say } from './lib/say.mjs';

await main(() => {
  const graph = readSourceGraph(ROOT);
  const violations = findViolations(graph);
  for (const violation of violations) say(violation);
  const summary = `${graph.files.length} files, ${graph.edges.length} imports, ${violations.length} against the rules`;
  if (violations.length > 0 && !process.argv.includes('--report')) throw new PlainError(summary);
  say(summary);
});
