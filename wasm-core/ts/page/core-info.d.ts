/** Written by scripts/build-wasm.mjs. */
declare module '*/dist/core-info.mjs' {
  export const CORE_VERSION: string;
  export const WASM_SHA256: string;
  /** As in "emscripten 3.1.6". */
  export const COMPILER: string;
}
