/** The storage of a browser, in memory. */
export function storeOf(rows: Readonly<Record<string, string>> = {}): Storage {
  const entries = new Map(Object.entries(rows));
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
