import type { Checkup } from '@opfsmark/schema/checkup';
import { clientName } from '@opfsmark/schema/client-name';

/** WebKitGTK calls itself Safari, which Linux does not have, and counts its versions otherwise. */
export function browserName({ browser, os }: Checkup['client']): string {
  return browser.family === 'safari' && os.family === 'linux' ? 'WebKitGTK' : clientName(browser);
}
