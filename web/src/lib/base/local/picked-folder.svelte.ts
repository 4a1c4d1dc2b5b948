/** Chromium's; TypeScript's DOM library does not know it. */
interface PickerWindow extends Window {
  showDirectoryPicker?(options: { mode: 'readwrite'; id: string }): Promise<FileSystemDirectoryHandle>;
}

export const canPickFolder = (): boolean => typeof window !== 'undefined' && 'showDirectoryPicker' in window;

/** The folder that was picked last in this tab: one pick is enough to measure a drive and to test its size. */
class PickedFolder {
  handle = $state.raw<FileSystemDirectoryHandle | null>(null);

  /** Asks for a folder that may be written; `null` where nothing was picked. Must follow a click. */
  async pick(): Promise<FileSystemDirectoryHandle | null> {
    const picker: PickerWindow = window;
    try {
      const picked = (await picker.showDirectoryPicker?.({ mode: 'readwrite', id: 'opfsmark' })) ?? null;
      this.handle = picked ?? this.handle;
      return picked;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  }
}

export const pickedFolder = new PickedFolder();
