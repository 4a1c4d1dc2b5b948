import type { Picked } from '@opfsmark/core';

/** Chromium's; TypeScript's DOM library does not know it. */
interface PickerWindow extends Window {
  showDirectoryPicker?(options: { mode: 'readwrite'; id: string }): Promise<FileSystemDirectoryHandle>;
}

export function canPickFolder(): boolean {
  return 'showDirectoryPicker' in window;
}

function pickFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/**
 * Asks for a folder that may be written, or, in browsers that have no such thing, for a file that is only read. `null`
 * where nothing was picked. Must follow a click.
 */
export async function pick(): Promise<Picked | null> {
  const picker: PickerWindow = window;
  if (!picker.showDirectoryPicker) return pickFile();
  try {
    return await picker.showDirectoryPicker({ mode: 'readwrite', id: 'opfsmark' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
