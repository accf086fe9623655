import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';
import { droppedFiles, type PickedFile } from './picked-files.ts';

type TakeFiles = (files: readonly PickedFile[]) => void | Promise<void>;

/** Hands on what was chosen, and says when that is nothing: what a folder holds may all be the system's. */
export async function takeChosen(files: readonly PickedFile[], take: TakeFiles): Promise<void> {
  if (files.length === 0) showErrorToast(t('Nothing in this folder can be read: choose another one, or its files.'));
  else await take(files);
}

/** Hands on what was dropped, and says when that cannot be read. To be called at once, like {@link droppedFiles}. */
export async function takeDrop(dropped: DataTransfer, take: TakeFiles): Promise<void> {
  try {
    await takeChosen(await droppedFiles(dropped), take);
  } catch (error) {
    showErrorToast(
      t('What was dropped could not be read ({error}): choose it by the button.', { error: messageOf(error) }),
    );
  }
}
