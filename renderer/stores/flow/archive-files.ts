import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { fetchArchive } from '../../api/archives.ts';
import { messageOf } from '../../api/client.ts';
import { downloadBlob, fileNameFor } from '../../ui/download-text.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';

/** Saves a flow with its chunks, vectors and records as a file of this computer. */
export async function saveArchive({ id, name }: Pick<Chatflow, 'id' | 'name'>): Promise<void> {
  showToast(`“${name}” is being exported with its contents…`);
  try {
    const archive = await fetchArchive(id);
    downloadBlob(fileNameFor(name, 'zip'), archive);
    const size = formatBytes(archive.size);
    showToast(`“${name}” is exported with its contents: ${size}. Secrets and uploaded files are left out.`);
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}
