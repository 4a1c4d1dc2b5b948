/** Things that would spoil a long test: a battery that is nearly empty, and a computer that has to cool down. */
export type Spoiler = 'battery' | 'heat';

interface Battery extends EventTarget {
  readonly charging: boolean;
  readonly level: number;
}
interface Pressure {
  readonly state: string;
}
interface PressureObserver {
  observe(source: 'cpu', options: { sampleInterval: number }): Promise<void>;
  disconnect(): void;
}
interface Sensors {
  readonly PressureObserver?: new (tell: (records: readonly Pressure[]) => void) => PressureObserver;
}

const MIN_LEVEL = 0.08;
const SAMPLE_MS = 2000;
/** So many samples in a row, three minutes: a moment is not heat, and other programs may keep a processor busy. */
const CRITICAL_SAMPLES = 90;

/** Tells once of what spoils the test; where a browser knows nothing of it, never. Returns what ends the watch. */
export function watchSpoilers(tell: (spoiler: Spoiler) => void): () => void {
  const end = new AbortController();
  const getBattery = (navigator as { getBattery?: () => Promise<Battery> }).getBattery;
  const look = ({ charging, level }: Battery) => {
    if (!charging && level < MIN_LEVEL) tell('battery');
  };
  void getBattery
    ?.call(navigator)
    .then((battery) => {
      look(battery);
      battery.addEventListener('levelchange', () => look(battery), { signal: end.signal });
      battery.addEventListener('chargingchange', () => look(battery), { signal: end.signal });
    })
    .catch(() => undefined);
  const { PressureObserver } = globalThis as Sensors;
  let critical = 0;
  const observer = PressureObserver
    ? new PressureObserver((records) => {
        for (const { state } of records) critical = state === 'critical' ? critical + 1 : 0;
        if (critical >= CRITICAL_SAMPLES) tell('heat');
      })
    : null;
  observer?.observe('cpu', { sampleInterval: SAMPLE_MS }).catch(() => undefined);
  return () => {
    end.abort();
    observer?.disconnect();
  };
}
