/** The folders of a source folder as rooms: what stands side by side in one must not import in a circle. */
import { findCircles } from './circles.mjs';

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
 * @param {readonly import('./source-graph.mjs').Edge[]} edges
 */
export function findRoomCircles(root, edges) {
  const inside = edges.filter(({ from, to }) => from.startsWith(`${root}/`) && to.startsWith(`${root}/`));
  const folders = new Set(inside.map(({ from }) => roomOf(root, from)).filter((room) => !isFile(room)));
  const here = findCircles(edgesBetweenRooms(root, inside)).filter((circle) =>
    circle.some(({ from }) => !isFile(from)),
  );
  return [...here, ...[...folders].sort().flatMap((folder) => findRoomCircles(folder, inside))];
}
