const keepers = new Set<() => void>();

/** Before the page reloads itself, for a part that is missing or a newer version, `keep` may keep what it shows. */
export function onPageReload(keep: () => void): void {
  keepers.add(keep);
}

export function reloadPage(): void {
  for (const keep of keepers) {
    try {
      keep();
    } catch {
      // Site data is blocked: the page comes back without it.
    }
  }
  location.reload();
}
