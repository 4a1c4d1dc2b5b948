/** Written by scripts/build-wasm.mjs. */
declare module '*/dist/core-info.mjs' {
  export const CORE_VERSION: string;
  export const WASM_SHA256: string;
}
