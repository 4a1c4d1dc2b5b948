import { clientName } from '@opfsmark/schema/client-name';

export { clientName };

/** "Chrome 156 · Linux", of a result as lists have it. */
export function clientText({ browser, version = '', os }: { browser: string; version?: string; os: string }): string {
  const major = version === '' ? null : Number(version);
  return `${clientName({ family: browser, major })} · ${clientName({ family: os, major: null })}`;
}
