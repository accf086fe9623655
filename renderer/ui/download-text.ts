/** A name that every system takes for a file. */
export function fileNameFor(name: string, extension: string): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim();
  return `${safe === '' ? 'Unnamed' : safe}.${extension}`;
}

/** Saves a text as a file of this computer. */
export function downloadText(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
