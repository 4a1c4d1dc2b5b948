export type DetailTab =
  'latency' | 'time' | 'percentiles' | 'rates' | 'figures' | 'contenders' | 'iostat' | 'environment' | 'published';

/** The tab that the address names, or the first. */
export function parseTab(text: string | null, tabs: readonly DetailTab[]): DetailTab {
  return tabs.find((tab) => tab === text) ?? tabs[0] ?? 'environment';
}
