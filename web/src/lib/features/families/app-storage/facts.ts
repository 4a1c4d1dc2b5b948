import {
  cellFigure,
  CONTENDERS,
  LIBRARIES,
  shippedBytes,
  survivedOf,
  syncsOf,
  type AppStorageRow,
  type AppStorageSurvival,
  type ContenderId,
} from '@opfsmark/schema/families';
import { clientName, NOTHING } from '$lib/base/format/text.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

type T = Texts<'families'>['appStorage'];

/** "Dexie 4.4.7, Apache-2.0"; of what the browser has itself, that. */
export function libraryText(contender: ContenderId, version: string, t: T): string {
  const { package: name, licence } = LIBRARIES[CONTENDERS[contender].library];
  return name === null ? t.facts.browser() : `${name} ${version}, ${licence ?? ''}`;
}

export function shippedText(contender: ContenderId, format: Format): string {
  return format.bytes(shippedBytes(contender));
}

/** "Chromium 156", "Linux": where something was counted. */
const placeOf = ({ browser, major, os }: { browser: string; major: number; os: string }) => ({
  browser: clientName({ family: browser, major }),
  os: clientName({ family: os, major: null }),
});

/** "1 per put (counted in Chromium 156, Linux)". */
export function syncsText(contender: ContenderId, format: Format, t: T): string {
  const counted = syncsOf(contender);
  if (!counted) return t.facts.notCounted();
  const perPut = format.number(counted.count.per_put, Number.isInteger(counted.count.per_put) ? 0 : 1);
  return t.facts.syncs({ count: perPut, ...placeOf(counted.in) });
}

/** "0 of 100 acknowledged puts lost (counted in Chromium 156, Linux)". */
export function survivedText(contender: ContenderId, kind: 'power_cut' | 'killed', format: Format, t: T): string {
  const counted = survivedOf(contender);
  if (!counted) return t.facts.notCounted();
  const { trials, acknowledged, lost, torn, damaged, unopened } = counted.count[kind];
  const harm = [
    ...(torn > 0 ? [t.survival.torn({ count: torn })] : []),
    ...(damaged > 0 ? [t.survival.damaged({ count: damaged })] : []),
    ...(unopened > 0 ? [t.survival.unopened({ count: unopened, trials })] : []),
  ];
  return format.sentences([t.survival.counted({ lost, acknowledged, ...placeOf(counted.in) }), ...harm]);
}

/** Of single puts, where the most time goes to storage. */
export function storageShareText(row: AppStorageRow, format: Format): string {
  const share = cellFigure(row, 'put')?.storageShare ?? null;
  return share === null ? NOTHING : format.percent(share);
}

/** What was left after an interruption in the middle of a put; nothing where there was none. */
export function survivalText(survival: AppStorageSurvival | null | undefined, format: Format, t: T): string {
  if (!survival) return NOTHING;
  const { acknowledged, opened, lost, torn, damaged } = survival;
  if (!opened) return t.survival.notOpened();
  const harm = [
    ...(lost > 0 ? [t.survival.lost({ count: lost })] : []),
    ...(torn > 0 ? [t.survival.torn({ count: torn })] : []),
    ...(damaged > 0 ? [t.survival.damaged({ count: damaged })] : []),
  ];
  return harm.length === 0 ? t.survival.all({ count: acknowledged }) : format.sentences(harm);
}

/** What came of two contexts that had the store open at once. */
export function tabsText({ two_tabs }: AppStorageRow, format: Format, t: T): string {
  if (!two_tabs) return NOTHING;
  const { second, acknowledged, refused, lost, damaged } = two_tabs;
  return format.sentences([
    t.tabs[second](),
    ...(lost > 0 ? [t.tabs.diverge({ lost, acknowledged })] : []),
    ...(damaged > 0 ? [t.survival.damaged({ count: damaged })] : []),
    ...(refused > 0 ? [t.tabs.errors({ count: refused })] : []),
  ]);
}

/** Why a row has no figures, or only some. */
export function statusText({ status, failure, missing }: AppStorageRow, t: T): string {
  if (status === 'missing' && missing) return t.missing[missing]();
  if (status === 'failed' && failure) return t.facts.failed({ detail: failure.detail });
  return t.status[status]();
}
