/** What a profile is called. An older or newer version may have others: they stand for themselves. */
export function profileName(names: Readonly<Record<string, () => string>>, id: string): string {
  return Object.hasOwn(names, id) ? (names[id]?.() ?? id) : id;
}
