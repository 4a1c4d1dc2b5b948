/** Chromium's; TypeScript's DOM library does not know it. */
interface PickerWindow extends Window {
  showDirectoryPicker?(options: { mode: 'readwrite'; id: string }): Promise<FileSystemDirectoryHandle>;
}

export const canPickFolder = (): boolean => 'showDirectoryPicker' in window;

/** `null` where nothing was picked. Must follow a click. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | null> {
  const picker: PickerWindow = window;
  try {
    return (await picker.showDirectoryPicker?.({ mode: 'readwrite', id: 'opfsmark' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
