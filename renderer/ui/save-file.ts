import { t } from '../../shared/texts/t.ts';
import { showErrorToast, showToast } from './feedback/toast.tsx';
import { showInFolder } from './show-in-folder.ts';

/** File systems take 255 bytes for a name, an extension included. */
const MOST_BYTES = 220;

function safePart(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim();
  const kept = new TextDecoder().decode(new TextEncoder().encode(safe).subarray(0, MOST_BYTES));
  // What is left of a letter that was cut in two.
  return kept.replace(/\uFFFD+$/u, '').replace(/^\.*$/, t('Unnamed'));
}

/** A name that every system takes for a file. */
export function fileNameFor(name: string, extension: string): string {
  return `${safePart(name)}.${extension}`;
}

/** The same, of a name with its extension, if it has any. */
export function safeFileName(name: string): string {
  const [, stem = name, extension] = /^(.+)\.(\w{1,20})$/s.exec(name) ?? [];
  return extension === undefined ? safePart(stem) : fileNameFor(stem, extension);
}

function download(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a text as a file of this computer, as {@link saveBlob} does. */
export function saveText(name: string, text: string, type: string, done?: string): Promise<void> {
  return saveBlob(name, new Blob([text], { type }), done);
}

/**
 * Saves what the page has as a file of this computer: in the app where the user says, in a browser where that puts downloads. Says what did not work.
 * @param suggested the name of the file, as far as systems take it
 * @param done what is said when it is saved
 */
export async function saveBlob(suggested: string, blob: Blob, done?: string): Promise<void> {
  const bridge = window.tributary;
  const name = safeFileName(suggested);
  const address = URL.createObjectURL(blob);
  try {
    if (bridge === undefined) {
      download(name, address);
      if (done !== undefined) showToast(done);
      return;
    }
    const outcome = await bridge.saveFile({ name, address });
    if (outcome.state === 'cancelled') return;
    const { path } = outcome;
    if (outcome.state === 'failed') {
      showErrorToast(
        t('{path} could not be written. Check that its disk has room and its folder is not protected.', { path }),
      );
      return;
    }
    const show = { label: t('Show in folder'), onClick: () => void showInFolder(path) };
    showToast(done ?? t('{name} is saved.', { name: path.split(/[/\\]/).at(-1) ?? name }), show);
  } catch (error) {
    showErrorToast(error instanceof Error ? error.message : String(error));
  } finally {
    URL.revokeObjectURL(address);
  }
}
