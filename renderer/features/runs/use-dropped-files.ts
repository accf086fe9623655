import { useEffect, useRef } from 'react';
import { readableExtensions } from '../../../shared/nodes/documentloaders/file-loader.ts';
import { t } from '../../../shared/texts/t.ts';
import { folderOfFiles } from '../../forms/folder-path.ts';
import { usePageFiles } from '../../forms/page-files.ts';
import { type PickedFile, pickedFiles } from '../../forms/picked-files.ts';
import { openUpsert, openUpsertToStart } from '../../stores/editor-layout-store.ts';
import { beginWithFiles, beginWithFolder } from '../../stores/flow/begin-flow.ts';
import { addFlow, readFlows } from '../../stores/flow/flow-files.ts';
import { currentContent, currentGraph, isEmptyFlow } from '../../stores/flow/flow-store.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { acceptedFiles, addFiles, describeExtensions, namesInShort, noFiles } from './choose-files.ts';
import { chooseFiles } from './upsert-session.ts';
import { nodesThatCount } from './use-flow.ts';

function isCanvasEmpty(): boolean {
  return isEmptyFlow(currentContent());
}

/** Begins the flow for what can be read of these files, and says so when that is nothing. */
function beginFor(documents: readonly PickedFile[]): void {
  const { files } = addFiles(noFiles, documents, { extensions: readableExtensions, anyName: true });
  if (files.length > 0) beginWithFiles(files.map(({ path }) => path));
  else {
    const names = namesInShort(documents.map(({ path }) => path));
    showErrorToast(
      t('No text can be read here: {names}. Choose documents such as {extensions}.', {
        names,
        extensions: describeExtensions(readableExtensions),
      }),
    );
  }
}

/** Begins the flow that reads a folder of this machine by itself; false when there is a flow already. */
function beginForFolder(path: string): boolean {
  if (!isCanvasEmpty()) return false;
  beginWithFolder(path);
  openUpsertToStart();
  return true;
}

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
  const isBeginning = isCanvasEmpty();
  if (isBeginning) {
    const folder = folderOfFiles(documents);
    if (folder !== undefined && beginForFolder(folder)) return;
    beginFor(documents);
    if (isCanvasEmpty()) return;
  }
  const accepted = acceptedFiles(nodesThatCount(currentGraph()));
  if (accepted.extensions.length > 0) chooseFiles(chatflowId, documents, accepted);
  if (isBeginning) openUpsertToStart();
  else openUpsert();
}

/** Takes files that are pasted anywhere on the page. */
function usePastedFiles(take: (files: readonly PickedFile[]) => Promise<void>): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  }, [take]);
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      void latest.current(pickedFiles(files));
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

/**
 * Takes files that are dropped anywhere on the flow's page, and opens the drawer for them.
 * @returns takes files that were chosen in another way
 */
export function useDroppedFiles(chatflowId: string): (files: readonly PickedFile[]) => void {
  const take = (files: readonly PickedFile[]) => takeFiles(chatflowId, files);
  usePageFiles({ onFiles: take, onFolder: beginForFolder });
  usePastedFiles(take);
  return (files) => void take(files);
}
