/** SHA-256 of every core that was released, as `wasm-core/dist/core-info.mjs` says it. A service also knows its own. */
export const KNOWN_CORES: readonly string[] = [
  '49a890eab36c7d5593ea442140d310246a59efa4e69527e64c17cdad29705b00',
  'eb6959795b688ec3862cfd8a0c9b31883c5329dac296a3e9765133bf6ebd3a44',
];
