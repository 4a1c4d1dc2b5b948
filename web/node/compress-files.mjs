/** The compressed files that the server of Node.js sends, made once with the build: Kit's own would take a third of the build. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(['.css', '.html', '.ico', '.js', '.json', '.mjs', '.svg', '.txt', '.xml']);
const PROGRAM = '.wasm';
/**
 * Of a text one less than the highest has 2 % more bytes and takes a third of the time; of WebAssembly two less have 10 % more and
 * take a twentieth.
 */
const QUALITY = { text: 10, program: 9 };

async function compressFile(path) {
  const bytes = await readFile(path);
  const isProgram = extname(path) === PROGRAM;
  const params = {
    [constants.BROTLI_PARAM_MODE]: isProgram ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: isProgram ? QUALITY.program : QUALITY.text,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  const options = { level: constants.Z_BEST_COMPRESSION };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((compressed) => writeFile(`${path}.br`, compressed)),
    promisify(gzip)(bytes, options).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
}

/**
 * Writes a `.br` and a `.gz` beside each text and program in `folder`.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => TEXT.has(extname(name)) || extname(name) === PROGRAM);
  await Promise.all(paths.map((name) => compressFile(join(folder, name))));
}
