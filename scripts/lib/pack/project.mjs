/** Empty projects into which the packed files are installed, as somebody else would, and folders that are served. */
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Serves a folder on this computer, with these headers on every file.
 * @returns {Promise<{ origin: string, served: Set<string>, close: () => void }>} `served`: the paths of all files that were asked for
 */
export async function serveFolder(folder, headers) {
  const servedPaths = new Set();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    servedPaths.add(path);
    response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    served: servedPaths,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function emptyProject() {
  const dir = mkdtempSync(join(tmpdir(), 'opfsmark-project-'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/**
 * Makes a folder with these packages unpacked, for what need not know whether npm installs them: it takes a tenth of the time.
 * @param {Record<string, string>} files packed files by the names of their packages
 * @returns {Promise<{ dir: string, remove: () => void }>}
 */
export async function projectOf(files) {
  const { dir, remove } = emptyProject();
  for (const [name, file] of Object.entries(files)) {
    const to = join(dir, 'node_modules', name);
    mkdirSync(to, { recursive: true });
    await runOrFail(
      'tar',
      ['-xzf', file, '-C', to, '--strip-components=1'],
      `${file} could not be unpacked: see above.`,
    );
  }
  // Windows asks for no right to make a link of this kind; elsewhere there is one kind.
  symlinkSync(join(ROOT, 'node_modules/zod'), join(dir, 'node_modules/zod'), 'junction');
  return { dir, remove };
}

/**
 * Makes a folder with these packages installed, without the network: what they depend on is linked from the repository.
 * @param {readonly string[]} files packed files
 * @returns {Promise<{ dir: string, remove: () => void }>}
 */
export async function projectWith(files) {
  const { dir, remove } = emptyProject();
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const zod = join(ROOT, 'node_modules/zod');
  await runOrFail(
    'npm',
    ['install', ...options, ...files, zod],
    'The packed files could not be installed: see above.',
    {
      cwd: dir,
      env: toolEnv(),
    },
  );
  return { dir, remove };
}
