/** SHA-256 of every core that was released, as `wasm-core/dist/core-info.mjs` says it. A service also knows its own. */
export const KNOWN_CORES: readonly string[] = ['eb6959795b688ec3862cfd8a0c9b31883c5329dac296a3e9765133bf6ebd3a44'];
