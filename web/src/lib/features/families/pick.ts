import type { Picked } from '@opfsmark/core';

/** Asks for a file that is only read, in any browser; `null` where nothing was picked. Must follow a click. */
export async function pickFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  // Outside the document it may be collected while somebody looks for a file, and no answer ever comes.
  document.body.append(input);
  try {
    return await new Promise((resolve) => {
      input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
      input.addEventListener('cancel', () => resolve(null));
      input.click();
    });
  } finally {
    input.remove();
  }
}

/** Chromium's; TypeScript's DOM library does not know it. */
interface PickerWindow extends Window {
  showDirectoryPicker?(options: { mode: 'readwrite'; id: string }): Promise<FileSystemDirectoryHandle>;
}

export function canPickFolder(): boolean {
  return typeof window !== 'undefined' && 'showDirectoryPicker' in window;
}

/** Asks for a folder that may be written; `null` where nothing was picked. Must follow a click. */
export async function pickFolder(): Promise<Picked | null> {
  const picker: PickerWindow = window;
  try {
    return (await picker.showDirectoryPicker?.({ mode: 'readwrite', id: 'opfsmark' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
