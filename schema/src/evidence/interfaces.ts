import type { Declaration } from '../documents/declaration.ts';

/** SHA-256 of every core that was released, as `wasm-core/dist/core-info.mjs` says it. A service also knows its own. */
export const KNOWN_CORES: readonly string[] = [
  '49a890eab36c7d5593ea442140d310246a59efa4e69527e64c17cdad29705b00',
  'eb6959795b688ec3862cfd8a0c9b31883c5329dac296a3e9765133bf6ebd3a44',
  '6082013c3df175708cfe04b39e520855e7789e7287878d3ee484db1a7043b899',
];

/** The most that a drive behind an interface can do; a run that claims more was not measured on it. */
interface InterfaceLimits {
  readonly maxBytesPerS: number;
  /** Half of all single reads are answered no sooner. */
  readonly minReadNs: number;
}

const NVME: InterfaceLimits = { maxBytesPerS: 16e9, minReadNs: 6e3 };

/** Line rates of the fastest generation that is sold, and the quickest flash or fabric behind them. */
const INTERFACE_LIMITS: Readonly<Record<NonNullable<Declaration['interface']>, InterfaceLimits>> = {
  NVMe: NVME,
  SATA: { maxBytesPerS: 0.62e9, minReadNs: 20e3 },
  USB: { maxBytesPerS: 8e9, minReadNs: 20e3 },
  Thunderbolt: { maxBytesPerS: 8e9, minReadNs: 6e3 },
  eMMC: { maxBytesPerS: 0.45e9, minReadNs: 40e3 },
  UFS: { maxBytesPerS: 6e9, minReadNs: 20e3 },
  'SD card': { maxBytesPerS: 2e9, minReadNs: 40e3 },
  network: { maxBytesPerS: 25e9, minReadNs: 6e3 },
  virtual: { maxBytesPerS: 32e9, minReadNs: 2e3 },
  other: NVME,
};

/** The limits of a drive that was not described. */
const UNDECLARED: InterfaceLimits = { ...NVME, minReadNs: 2e3 };

export function limitsOfInterface(name: Declaration['interface']): InterfaceLimits {
  return name === undefined ? UNDECLARED : INTERFACE_LIMITS[name];
}
