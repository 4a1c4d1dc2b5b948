import { BLOCK_BYTES } from './blocks.ts';

const SONY = 'https://helpguide.sony.net/cam/1720/v1/zh-tw/contents/TP0002928468.html';
const SONY_INTRA = 'https://helpguide.sony.net/ilc/2370/v1/zh-tw/contents/0002H_usable_memory_card.html';
const APPLE = 'https://www.apple.com/final-cut-pro/docs/Apple_ProRes.pdf';

interface VideoFormat {
  readonly name: string;
  /** The most that it writes, by who made it. */
  readonly mbitPerS: number;
  readonly source: string;
}

/** Formats that cameras and recorders write, with their rates as published: highest rates of Sony, targets at 29.97 of Apple. */
const VIDEO_FORMATS: readonly VideoFormat[] = [
  { name: 'AVCHD 1080p60 (28M PS)', mbitPerS: 28, source: SONY },
  { name: 'XAVC S HD 1080p60', mbitPerS: 50, source: SONY },
  { name: 'XAVC S 4K 30p (100M)', mbitPerS: 100, source: SONY },
  { name: 'XAVC S 4K (200M)', mbitPerS: 200, source: SONY_INTRA },
  { name: 'XAVC S-I 4K (600M)', mbitPerS: 600, source: SONY_INTRA },
  { name: 'ProRes 422 Proxy 1080p30', mbitPerS: 45, source: APPLE },
  { name: 'ProRes 422 1080p30', mbitPerS: 147, source: APPLE },
  { name: 'ProRes 422 HQ 1080p30', mbitPerS: 220, source: APPLE },
  { name: 'ProRes 422 UHD 30p', mbitPerS: 589, source: APPLE },
  { name: 'ProRes 422 HQ UHD 30p', mbitPerS: 884, source: APPLE },
  { name: 'ProRes 4444 UHD 30p', mbitPerS: 1326, source: APPLE },
];

interface VideoRow extends VideoFormat {
  /** Recorded at the same time without a dropped frame. */
  readonly streams: number;
  /** Of one stream, until what was tested is full; `null` where it cannot keep up. */
  readonly minutes: number | null;
}

/** By the slowest stretch of writing, which is what a recording must get through. */
export function videoRows(slowestMbPerS: number, blocks: number): VideoRow[] {
  return VIDEO_FORMATS.map((format) => {
    const streams = Math.floor((slowestMbPerS * 8) / format.mbitPerS);
    const minutes = (blocks * BLOCK_BYTES * 8) / (format.mbitPerS * 1e6) / 60;
    return { ...format, streams, minutes: streams === 0 ? null : minutes };
  });
}
