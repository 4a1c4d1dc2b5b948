/** Words of families, which lie in the folder of each, by the name of that folder; `words` are those that all share. */
export function wordsByFolder(files: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(files).map(([path, words]) => [path.split('/').at(-2) ?? '', words]));
}
