/** The same page with another choice. A link to it never starts a run. */
export function addressWith(url: URL, parameter: string, choice: string): string {
  const parameters = new URLSearchParams(url.search);
  parameters.set(parameter, choice);
  parameters.delete('autorun');
  return `?${parameters}`;
}
