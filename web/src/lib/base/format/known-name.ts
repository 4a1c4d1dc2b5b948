/** What an id is called. Another version of the site may have others: they stand for themselves. */
export function knownName(names: Readonly<Record<string, () => string>>, id: string): string {
  return Object.hasOwn(names, id) ? (names[id]?.() ?? id) : id;
}
