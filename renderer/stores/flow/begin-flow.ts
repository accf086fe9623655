import type { ModelList } from '../../../shared/api/models.ts';
import { chooseModel } from '../../../shared/flow/choose-model.ts';
import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import {
  createFlowForAddress,
  createFlowForFiles,
  createFlowForFolder,
  createFlowForText,
  nameForAddress,
  nameForFiles,
  nameForFolder,
  nameForText,
} from '../../../shared/flow/flow-for-documents.ts';
import { isFreeName } from '../../../shared/flow/free-name.ts';
import { createApiConfigFor } from '../../../shared/flow/starter-flow.ts';
import { BUILT_IN_MODEL } from '../../../shared/nodes/embeddings/local-models.ts';
import { t } from '../../../shared/texts/t.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { contentOf } from '../../editor/flow-content.ts';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { currentContent, editFlow, isEmptyFlow, renameFlow, useFlowStore } from './flow-store.ts';

/** Names the open flow after what it was made of, unless somebody has named it. */
export function nameNewFlow(name: string): void {
  if (isFreeName(useFlowStore.getState().name, t('New flow'))) renameFlow(name);
}

/** A frame after the cards are drawn, so that their sizes are known. */
export function fitSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => useCanvasViewStore.getState().view?.fit()));
}

/** Draws a ready flow into the open, empty one, as one step of undo; does nothing when there are nodes. Uploads and the common settings may be overridden. */
export function beginFlow(name: string, flow: FlowDocument): void {
  if (!isEmptyFlow(currentContent())) return;
  editFlow(() => contentOf(flow, JSON.stringify(createApiConfigFor(flow))), { name: 'begin-flow' });
  nameNewFlow(name);
  fitSoon();
}

function withPreferredModel(flow: FlowDocument): FlowDocument {
  const models = queryClient.getQueryData<ModelList>(queryKeys.models);
  return chooseModel(flow, models?.preferred ?? BUILT_IN_MODEL);
}

/** Begins the flow for files with these paths. */
export function beginWithFiles(paths: readonly string[]): void {
  beginFlow(nameForFiles(paths), withPreferredModel(createFlowForFiles(paths)));
}

/** Begins the flow that reads a folder of this machine. */
export function beginWithFolder(path: string): void {
  beginFlow(nameForFolder(path), withPreferredModel(createFlowForFolder(path)));
}

/** Begins the flow that reads a page of the web. */
export function beginWithAddress(url: string): void {
  beginFlow(nameForAddress(url), withPreferredModel(createFlowForAddress(url)));
}

/** Begins the flow that holds a text. */
export function beginWithText(text: string): void {
  beginFlow(nameForText(text), withPreferredModel(createFlowForText(text)));
}
