import { t } from '../../shared/texts/t.ts';

/** A name that every system takes for a file. */
export function fileNameFor(name: string, extension: string): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim();
  return `${safe === '' ? t('Unnamed') : safe}.${extension}`;
}

/** Saves a text as a file of this computer. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** As {@link downloadText}, for what the server sent. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
