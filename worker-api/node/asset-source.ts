const readBytes = (path: string) =>
  `import { readFileSync } from 'node:fs'; const file = readFileSync(${JSON.stringify(path)});`;

/** A module that exports what such a file is in the Worker; `null` for any other. */
export function sourceOfAsset(path: string): string | null {
  if (path.endsWith('.otf')) {
    const bytes = 'file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)';
    return `${readBytes(path)} export default ${bytes};`;
  }
  return path.endsWith('.wasm') ? `${readBytes(path)} export default await WebAssembly.compile(file);` : null;
}
