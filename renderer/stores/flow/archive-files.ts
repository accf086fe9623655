import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { fetchArchive } from '../../api/archives.ts';
import { messageOf } from '../../api/client.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { fileNameFor, saveBlob } from '../../ui/save-file.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
}

interface Words {
  readonly started: string;
  /** @param size of the file: "3 MB" */
  readonly done: (size: string) => string;
}

async function save({ id, name }: Owner, { started, done }: Words): Promise<void> {
  showToast(started);
  try {
    const archive = await fetchArchive(id);
    await saveBlob(fileNameFor(name, 'zip'), archive, done(formatBytes(archive.size)));
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}

/** Saves a flow with its chunks, vectors and records as a file of this computer. */
export function saveArchive(flow: Owner): Promise<void> {
  const { name } = flow;
  return save(flow, {
    started: t('“{name}” is being exported with its contents…', { name }),
    done: (size) =>
      t('“{name}” is exported with its contents: {size}. Secrets and uploaded files are left out.', { name, size }),
  });
}

/** Saves a document store with its loaders, files, chunks and vectors as a file of this computer. */
export function saveStoreArchive(store: Owner): Promise<void> {
  const { name } = store;
  return save(store, {
    started: t('“{name}” is being exported with its files and chunks…', { name }),
    done: (size) => t('“{name}” is exported with its files and chunks: {size}. Secrets are left out.', { name, size }),
  });
}
