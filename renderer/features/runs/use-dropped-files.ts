import type { PickedFile } from '../../forms/picked-files.ts';
import { usePageDrop } from '../../forms/use-page-drop.ts';
import { openUpsert } from '../../stores/editor-layout-store.ts';
import { addFlow, buildFlowFor, readFlows } from '../../stores/flow/flow-files.ts';
import { currentGraph } from '../../stores/flow/flow-store.ts';
import { acceptedFiles } from './choose-files.ts';
import { chooseFiles } from './upsert-session.ts';
import { nodesThatCount } from './use-flow.ts';

/** An exported flow is drawn; documents are chosen for the next upsert, and on an empty canvas the flow for them is built. */
async function takeFiles(chatflowId: string, files: readonly PickedFile[]): Promise<void> {
  const documents: PickedFile[] = [];
  for (const picked of files) {
    // A file of a folder is one of its documents.
    const flows = picked.path.includes('/') ? undefined : await readFlows(picked.file);
    if (flows === undefined) documents.push(picked);
    else for (const flow of flows) addFlow(flow);
  }
  if (documents.length === 0) return;
  buildFlowFor(documents.map(({ path }) => path));
  const accepted = acceptedFiles(nodesThatCount(currentGraph()));
  if (accepted.extensions.length > 0) chooseFiles(chatflowId, documents, accepted);
  openUpsert();
}

/** Takes files that are dropped anywhere on the flow's page, and opens the drawer for them. */
export function useDroppedFiles(chatflowId: string): void {
  usePageDrop((files) => takeFiles(chatflowId, files));
}
