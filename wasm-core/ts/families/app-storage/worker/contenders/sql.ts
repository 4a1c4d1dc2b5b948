/** The statements of every SQL contender. */
export const SQL = {
  create: 'CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, body BLOB NOT NULL)',
  put: 'INSERT INTO item VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  get: 'SELECT body FROM item WHERE id = ?',
  range: 'SELECT body FROM item WHERE id BETWEEN ? AND ? ORDER BY id',
  remove: 'DELETE FROM item WHERE id = ?',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const;
