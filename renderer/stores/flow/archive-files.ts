import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { fetchArchive } from '../../api/archives.ts';
import { messageOf } from '../../api/client.ts';
import { downloadBlob, fileNameFor } from '../../ui/download-text.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';

interface Owner {
  readonly id: string;
  readonly name: string;
}

async function save({ id, name }: Owner, contents: string, leftOut: string): Promise<void> {
  showToast(`“${name}” is being exported${contents}…`);
  try {
    const archive = await fetchArchive(id);
    downloadBlob(fileNameFor(name, 'zip'), archive);
    showToast(`“${name}” is exported${contents}: ${formatBytes(archive.size)}. ${leftOut}`);
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}

/** Saves a flow with its chunks, vectors and records as a file of this computer. */
export function saveArchive(flow: Owner): Promise<void> {
  return save(flow, ' with its contents', t('Secrets and uploaded files are left out.'));
}

/** Saves a document store with its loaders, files, chunks and vectors as a file of this computer. */
export function saveStoreArchive(store: Owner): Promise<void> {
  return save(store, ' with its files and chunks', t('Secrets are left out.'));
}
