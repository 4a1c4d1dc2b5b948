/** Logs an error as one line of JSON. */
export function logError(at: string, error: unknown, more: Readonly<Record<string, unknown>> = {}): void {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) };
  console.error(JSON.stringify({ at, name, message, ...more }));
}
