import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { ImportedFlow } from '../../../shared/flow/flow-file.ts';
import { freeName } from '../../../shared/flow/free-name.ts';
import { importArchive } from '../../api/archives.ts';
import { createChatflow, fetchChatflows, keepChatflow, readChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { namesOf } from '../../api/new-flow.ts';
import { queryClient } from '../../api/query-client.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { navigate } from '../router.ts';
import { readFlows } from './flow-files.ts';

async function create({ name: wanted, flow, apiConfig }: ImportedFlow): Promise<Chatflow> {
  const name = freeName(wanted, namesOf(await fetchChatflows(queryClient)));
  const fields = { name, flowData: JSON.stringify(flow), ...(apiConfig === undefined ? {} : { apiConfig }) };
  const chatflow = await createChatflow(fields);
  await keepChatflow(queryClient, chatflow);
  return chatflow;
}

async function importArchiveFile(file: File): Promise<Chatflow> {
  const { chatflowId } = await importArchive(file);
  const chatflow = await readChatflow(chatflowId);
  await keepChatflow(queryClient, chatflow);
  return chatflow;
}

async function importFile(file: File): Promise<readonly Chatflow[]> {
  if (/\.zip$/i.test(file.name)) return [await importArchiveFile(file)];
  const flows = await readFlows(file);
  if (flows === undefined) {
    showErrorToast(
      `${file.name} is not an exported flow. Choose a flow that was exported as JSON, or with its contents as ZIP.`,
    );
    return [];
  }
  const created: Chatflow[] = [];
  // One after the other, so that the list has them in the file's order.
  for (const flow of flows) created.push(await create(flow));
  return created;
}

/** Makes new flows of files, and opens the flow when there is one. */
async function importFlows(files: readonly File[]): Promise<void> {
  const created: Chatflow[] = [];
  try {
    for (const file of files) created.push(...(await importFile(file)));
  } catch (error) {
    showErrorToast(messageOf(error));
  }
  const [first, second] = created;
  if (first === undefined) return;
  if (second === undefined) navigate({ page: 'editor', chatflowId: first.id });
  else navigate({ page: 'flows' });
  showToast(second === undefined ? `“${first.name}” is imported.` : `${created.length} flows are imported.`);
}

/** Asks for files and imports them. */
export function chooseFlowFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.zip,application/json,application/zip';
  input.multiple = true;
  input.addEventListener('change', () => void importFlows([...(input.files ?? [])]));
  input.click();
}
