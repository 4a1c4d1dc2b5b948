/** Circles of imports: between files, and between the files and folders that stand side by side in a folder. */

/** The groups in which every node reaches every other, by Tarjan's algorithm. */
function connectedGroups(next) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const groups = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    open.push(node);
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other);
      if (open.includes(other)) lowest.set(node, Math.min(lowest.get(node), lowest.get(other)));
    }
    if (lowest.get(node) === order.get(node)) groups.push(open.splice(open.indexOf(node)));
  };
  for (const node of [...next.keys()].sort()) if (!order.has(node)) visit(node);
  return groups;
}

/** The shortest way from `start` back to itself, as the edges taken; `null` where there is none. */
function shortestCircle(outgoing, start) {
  const cameBy = new Map();
  const waiting = [start];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    for (const edge of outgoing.get(node) ?? []) {
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      if (edge.to === start) return unwind(cameBy, start);
      waiting.push(edge.to);
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
  const next = new Map([...outgoing].map(([from, list]) => [from, list.map(({ to }) => to)]));
  return connectedGroups(next).flatMap((group) => {
    const circles = group.map((node) => shortestCircle(outgoing, node)).filter(Boolean);
    return circles.sort((one, other) => one.length - other.length).slice(0, 1);
  });
}
