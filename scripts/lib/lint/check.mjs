/** Holds the imports of the whole repository against the walls, the arrows, and the rule that nothing goes in a circle. */
import { isTest } from './imports.mjs';
import { ARROWS, WALLS } from './walls.mjs';

/** The groups in which every node reaches every other, by Tarjan's algorithm. */
function connectedGroups(neighbours) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const groups = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    for (const other of neighbours.get(node) ?? []) {
      if (!order.has(other)) visit(other);
      if (stack.includes(other)) lowest.set(node, Math.min(lowest.get(node), lowest.get(other)));
    }
    if (lowest.get(node) === order.get(node)) groups.push(stack.splice(stack.indexOf(node)));
  };
  for (const node of [...neighbours.keys()].sort()) if (!order.has(node)) visit(node);
  return groups;
}

/** The shortest way from `start` back to itself, as the edges taken; `null` where there is none. */
function shortestCircle(outgoing, start) {
  const cameBy = new Map();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const edge of outgoing.get(node) ?? []) {
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      if (edge.to === start) return unwind(cameBy, start);
      queue.push(edge.to);
    }
  }
  return null;
}

function unwind(cameBy, start) {
  const circle = [cameBy.get(start)];
  while (circle[0].from !== start) circle.unshift(cameBy.get(circle[0].from));
  return circle;
}

/**
 * One circle, the shortest, for each group of nodes that all import each other.
 * @template {{ from: string, to: string }} Edge
 * @param {readonly Edge[]} edges
 * @returns {Edge[][]}
 */
export function findCircles(edges) {
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const neighbours = new Map([...outgoing].map(([from, list]) => [from, list.map(({ to }) => to)]));
  return connectedGroups(neighbours).flatMap((group) => {
    const circles = group.map((node) => shortestCircle(outgoing, node)).filter(Boolean);
    return circles.sort((one, other) => one.length - other.length).slice(0, 1);
  });
}

/** The file or folder directly in `parent` that holds this path; `undefined` outside. */
function roomOf(parent, path) {
  if (!path.startsWith(`${parent}/`)) return undefined;
  return `${parent}/${path.slice(parent.length + 1).split('/')[0]}`;
}

/** The edges between the rooms of a folder, each with an import that makes it. */
function edgesBetweenRooms(parent, edges) {
  const between = new Map();
  for (const edge of edges) {
    const from = roomOf(parent, edge.from);
    const to = roomOf(parent, edge.to);
    if (!from || !to || from === to || between.has(`${from} ${to}`)) continue;
    between.set(`${from} ${to}`, { from, to, example: edge });
  }
  return [...between.values()];
}

const isFile = (path) => /\.(ts|mjs|js|svelte)$/.test(path);

/**
 * Circles of rooms in `root` and in every folder under it. Circles of files alone are found elsewhere.
 * @param {string} root
 * @param {readonly import('./imports.mjs').Edge[]} edges
 */
export function findRoomCircles(root, edges) {
  const innerEdges = edges.filter(({ from, to }) => from.startsWith(`${root}/`) && to.startsWith(`${root}/`));
  const folders = new Set(innerEdges.map(({ from }) => roomOf(root, from)).filter((room) => !isFile(room)));
  const here = findCircles(edgesBetweenRooms(root, innerEdges)).filter((circle) =>
    circle.some(({ from }) => !isFile(from)),
  );
  return [...here, ...[...folders].sort().flatMap((folder) => findRoomCircles(folder, innerEdges))];
}

/** Where folders are rooms: everywhere. */
const ROOMS = ['schema', 'wasm-core', 'worker-api', 'web', 'e2e', 'scripts', 'labs'];

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
  const paths = files.filter((path) => path.startsWith(`${root}/`)).map((path) => path.slice(root.length + 1));
  const folders = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
  return [...folders].filter((room) => !rooms.flat().includes(room)).map((room) => `${root}/${room}`);
}

const show = ({ from, to, typeOnly, line }) => `${from}:${line} imports ${to}${typeOnly ? ' (types)' : ''}`;

/**
 * @param {{ files: string[], edges: import('./imports.mjs').Edge[] }} graph
 * @returns {string[]} one text per violation
 */
export function findViolations({ files, edges }) {
  const ours = new Set(files);
  const ownEdges = edges.filter(({ to }) => ours.has(to));
  const arrows = ARROWS.filter(({ root }) => unknownRooms({ root, rooms: [] }, files).length > 0);
  return [
    ...WALLS.flatMap((wall) =>
      edges.filter((edge) => isStoppedBy(wall, edge)).map((edge) => `${show(edge)}: ${wall.why}`),
    ),
    ...arrows.flatMap((arrow) =>
      edges.flatMap((edge) => {
        const why = forbiddenBy(arrow, edge);
        return why === null ? [] : [`${show(edge)}: ${why}`];
      }),
    ),
    ...arrows.flatMap((arrow) =>
      unknownRooms(arrow, files).map((room) => `${room} has no place in the arrow ${textOf(arrow.rooms)}`),
    ),
    ...findCircles(ownEdges).map(
      (circle) => `a circle of files:\n${circle.map((edge) => `    ${show(edge)}`).join('\n')}`,
    ),
    ...ROOMS.flatMap((root) => findRoomCircles(root, ownEdges)).map(
      (circle) => `a circle of folders:\n${circle.map(({ example }) => `    ${show(example)}`).join('\n')}`,
    ),
  ];
}
