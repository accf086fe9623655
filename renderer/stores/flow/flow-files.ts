import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import {
  disabledInWords,
  type ImportedFlow,
  missingInFlowise,
  readFlowFile,
  toFlowFile,
} from '../../../shared/flow/flow-file.ts';
import { FLOW_FILE_EXTENSION } from '../../../shared/flow/flow-file-name.ts';
import type { DraggedFile } from '../../../shared/ipc/dialogs.ts';
import { t } from '../../../shared/texts/t.ts';
import { pasteNodes } from '../../editor/clipboard.ts';
import { fileNameFor, saveText } from '../../ui/save-file.ts';
import { fitSoon, nameNewFlow } from './begin-flow.ts';
import { currentContent, editFlow, fieldsToSave, select, useFlowStore } from './flow-store.ts';

/** What an export takes of a flow. */
type SavedFlow = Pick<Chatflow, 'name' | 'flowData' | 'apiConfig'>;

/** The largest flow that anyone drew takes a tenth of this, in bytes; a larger file is a document. */
const LARGEST_FLOW_BYTES = 20 * 1024 * 1024;

/** The flows that a file holds; undefined when it is something else, a document say. */
export async function readFlows(file: File): Promise<readonly ImportedFlow[] | undefined> {
  if (!file.name.toLowerCase().endsWith('.json') || file.size > LARGEST_FLOW_BYTES) return undefined;
  const text = await file.text();
  try {
    const flows = readFlowFile(text, file.name);
    return flows.some(({ flow }) => flow.nodes.length > 0) ? flows : undefined;
  } catch {
    return undefined; // other JSON: for a loader to read
  }
}

/** Adds the nodes of a flow to the open one, as one step. An empty flow becomes the one of the file, with its override switches. */
export function addFlow({ name, flow, apiConfig }: ImportedFlow): void {
  const before = currentContent();
  const isEmpty = before.graph.nodes.length === 0;
  const pasted = pasteNodes(before, flow);
  editFlow(() => (isEmpty && apiConfig !== undefined ? { ...pasted.content, apiConfig } : pasted.content), {
    name: 'import',
  });
  if (isEmpty) nameNewFlow(name);
  if (!isEmpty) select(pasted.nodeIds);
  fitSoon();
}

/** A flow as a file, without secrets and stored files. */
export function flowFile(flow: SavedFlow): DraggedFile {
  return { name: fileNameFor(flow.name, FLOW_FILE_EXTENSION), text: JSON.stringify(toFlowFile(flow), null, 2) };
}

/** Saves a flow as a file of this computer, without secrets and stored files, and says which of its nodes Flowise lacks or runs though they are disabled. */
export function saveFlowFile(saved: SavedFlow): Promise<void> {
  const { name, text } = flowFile(saved);
  const flow = parseFlowDocument(saved.flowData);
  const missing = missingInFlowise(flow);
  const disabled = disabledInWords(flow);
  const sentences = [
    t('The flow is exported. Secrets and stored files are left out.'),
    ...(missing.length === 0
      ? []
      : [t('Flowise does not have {nodes}: replace them there to run the flow.', { nodes: missing.join(', ') })]),
    ...(disabled === undefined ? [] : [disabled]),
  ];
  return saveText(name, text, 'application/json', sentences.join(' '));
}

/** Saves the open flow as a file, as it is on the screen. */
export function exportFlow(): Promise<void> {
  const { name } = useFlowStore.getState();
  const { flowData = '', apiConfig = null } = fieldsToSave();
  return saveFlowFile({ name, flowData, apiConfig });
}
