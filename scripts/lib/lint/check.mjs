/** Holds the imports of the whole repository against the walls, the arrows, and the rule that nothing goes in a circle. */
import { findCircles } from './circles.mjs';
import { findRoomCircles } from './rooms.mjs';
import { isTest } from './source-graph.mjs';
import { ARROWS, WALLS } from './walls.mjs';

/** Where folders are rooms: everywhere. */
const ROOMS = ['schema', 'wasm-core', 'worker-api', 'web', 'e2e', 'scripts'];

function isStoppedBy(wall, edge) {
  const from = wall.from.exec(edge.from);
  const to = wall.to.exec(edge.to);
  if (!from || !to) return false;
  if ((wall.typesPass && edge.typeOnly) || (wall.testsPass && isTest(edge.from))) return false;
  return to[1] === undefined || from[1] === undefined || from[1] !== to[1];
}

/** Why an arrow forbids this import; `null` where it does not. */
function forbiddenBy({ root, rooms }, { from, to }) {
  if (!from.startsWith(`${root}/`) || !to.startsWith(`${root}/`)) return null;
  const [above, below] = [placeIn(root, rooms, from), placeIn(root, rooms, to)];
  if (below.room === above.room || below.level > above.level) return null;
  return `imports go only downwards in ${root}: ${textOf(rooms)}`;
}

/** A loose file stands above all rooms. */
function placeIn(root, rooms, path) {
  const [room, rest] = path.slice(root.length + 1).split('/');
  if (rest === undefined) return { room: '', level: -1 };
  return { room, level: rooms.findIndex((level) => [level].flat().includes(room)) };
}

const textOf = (rooms) => rooms.map((level) => (Array.isArray(level) ? `{${level.join(', ')}}` : level)).join(' -> ');

function unknownRooms({ root, rooms }, files) {
  const found = files.filter((path) => path.startsWith(`${root}/`)).map((path) => path.slice(root.length + 1));
  const folders = new Set(found.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
  return [...folders].filter((room) => !rooms.flat().includes(room)).map((room) => `${root}/${room}`);
}

const show = ({ from, to, typeOnly, line }) => `${from}:${line} imports ${to}${typeOnly ? ' (types)' : ''}`;

/**
 * @param {{ files: string[], edges: import('./source-graph.mjs').Edge[] }} graph
 * @returns {string[]} one text per violation
 */
export function findViolations({ files, edges }) {
  const ours = new Set(files);
  const own = edges.filter(({ to }) => ours.has(to));
  const arrowed = ARROWS.filter(({ root }) => unknownRooms({ root, rooms: [] }, files).length > 0);
  return [
    ...WALLS.flatMap((wall) =>
      edges.filter((edge) => isStoppedBy(wall, edge)).map((edge) => `${show(edge)}: ${wall.why}`),
    ),
    ...arrowed.flatMap((arrow) =>
      edges.flatMap((edge) => {
        const why = forbiddenBy(arrow, edge);
        return why === null ? [] : [`${show(edge)}: ${why}`];
      }),
    ),
    ...arrowed.flatMap((arrow) =>
      unknownRooms(arrow, files).map((room) => `${room} has no place in the arrow ${textOf(arrow.rooms)}`),
    ),
    ...findCircles(own).map((circle) => `a circle of files:\n${circle.map((edge) => `    ${show(edge)}`).join('\n')}`),
    ...ROOMS.flatMap((root) => findRoomCircles(root, own)).map(
      (circle) => `a circle of folders:\n${circle.map(({ example }) => `    ${show(example)}`).join('\n')}`,
    ),
  ];
}
