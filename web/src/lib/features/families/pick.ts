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
