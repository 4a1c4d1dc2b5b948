/** A WebKitGTK on a screen that nobody sees, through its own driver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { findWebKit } from '../../scripts/lib/browsers.mjs';
import type { Started } from './start.ts';
import { capabilitiesOf, Session, startDriver } from './webdriver.ts';

/** Off by default in MiniBrowser, as a site that measures needs them. */
const FEATURES = ['AccessHandle', 'FileSystem', 'StorageAPI'];

async function numberOf(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

/** A session, and how everything that it needs is ended. */
export async function webKitSession(): Promise<{ session: Session; close(): Promise<void> }> {
  const parts = findWebKit();
  if (parts === undefined) throw new Error('there is no WebKitGTK here (Debian: webkit2gtk-driver, xvfb)');
  const screen = spawn(parts.screen, ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await numberOf(screen.stdio[3] as Readable);
  const endScreen = async () => {
    const whenEnded = once(screen, 'exit');
    screen.kill();
    await whenEnded;
  };
  try {
    // The driver inherits it. An isolated page has shared memory only where the engine is told so.
    Object.assign(process.env, { DISPLAY: `:${display}`, JSC_useSharedArrayBuffer: '1', LIBGL_ALWAYS_SOFTWARE: '1' });
    const driver = await startDriver(parts.driver);
    const args = [`--features=${FEATURES.map((name) => `+${name}`).join(',')}`];
    const session = await Session.start(driver.url, capabilitiesOf('webkitgtk', { binary: parts.browser, args }));
    return {
      session,
      async close() {
        await session.close().catch(() => undefined);
        await driver.close();
        await endScreen();
      },
    };
  } catch (error) {
    await endScreen();
    throw error;
  }
}

export async function startWebKit(address: string): Promise<Started> {
  const { session, close } = await webKitSession();
  await session.goTo(address);
  return { ended: new Promise(() => undefined), memoryBytes: () => null, idbEngine: () => null, close };
}
