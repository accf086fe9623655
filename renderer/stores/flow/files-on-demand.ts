import type { ChatflowName } from '../../../shared/api/chatflows.ts';
import type { DraggedFile } from '../../../shared/ipc/dialogs.ts';
import { readChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { openUpsertToStart } from '../editor-layout-store.ts';

// What reads and writes files of flows, or makes flows of what is given, is loaded when it is first needed: the list of flows is there sooner.

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

/** Asks for exported flows, and imports them. */
export function chooseFlowFiles(): void {
  import('./import-flows.ts').then((files) => files.chooseFlowFiles()).catch(showFailure);
}

/** Saves the open flow as a file. */
export function exportFlow(): void {
  import('./flow-files.ts').then((files) => files.exportFlow()).catch(showFailure);
}

/** Saves a flow as a file. */
export function saveFlowFile(id: string): void {
  Promise.all([import('./flow-files.ts'), readChatflow(id)])
    .then(([files, flow]) => files.saveFlowFile(flow))
    .catch(showFailure);
}

/** A flow as a file, to be dragged out of the window. */
export async function flowFile(id: string): Promise<DraggedFile> {
  const [files, flow] = await Promise.all([import('./flow-files.ts'), readChatflow(id)]);
  return files.flowFile(flow);
}

/** Saves a flow with all that it has stored. */
export function saveArchive(flow: ChatflowName): void {
  import('./archive-files.ts').then((files) => files.saveArchive(flow)).catch(showFailure);
}

/** Draws the flow that reads a pasted address, or has a pasted text, into the open, empty one; and opens what upserts it. */
export function beginWithPasted(text: string): void {
  const isAddress = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
  import('./begin-flow.ts')
    .then(({ beginWithAddress, beginWithText }) => {
      if (isAddress) beginWithAddress(text);
      else beginWithText(text);
      openUpsertToStart();
    })
    .catch(showFailure);
}
