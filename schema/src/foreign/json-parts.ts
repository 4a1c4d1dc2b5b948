/** Where the object or list that begins at `start` ends; `null`: the text ends before. */
export function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Where the next value of a list begins, or the list ends. */
export function nextPart(text: string, from: number): number {
  let at = from;
  while (/^[\s,[]$/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The line of each position, the first being 1, for positions that only grow. */
export function lineCounter(text: string): (position: number) => number {
  let [line, seen] = [1, 0];
  return (position) => {
    for (; seen < position; seen++) if (text[seen] === '\n') line += 1;
    return line;
  };
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return objectOf(value);
  } catch {
    return null;
  }
}

export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
