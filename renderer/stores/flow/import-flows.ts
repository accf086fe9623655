import type { ImportedStoreArchive, NeededSecret } from '../../../shared/api/archives.ts';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { ImportedFlow } from '../../../shared/flow/flow-file.ts';
import { freeName } from '../../../shared/flow/free-name.ts';
import { t } from '../../../shared/texts/t.ts';
import { importArchive } from '../../api/archives.ts';
import { createChatflow, fetchFlowNames, keepChatflow, readChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { namesOf } from '../../api/new-flow.ts';
import { queryClient } from '../../api/query-client.ts';
import { describeFindings } from '../../editor/describe-findings.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { navigate } from '../router.ts';
import { readFlows } from './flow-files.ts';

async function create({ name: wanted, flow, apiConfig }: Omit<ImportedFlow, 'findings'>): Promise<Chatflow> {
  const name = freeName(wanted, namesOf(await fetchFlowNames(queryClient)));
  const fields = { name, flowData: JSON.stringify(flow), ...(apiConfig === undefined ? {} : { apiConfig }) };
  const chatflow = await createChatflow(fields);
  await keepChatflow(queryClient, chatflow);
  return chatflow;
}

/** Makes an empty flow. */
export function createNewFlow(): Promise<Chatflow> {
  return create({ name: t('New flow'), flow: { nodes: [], edges: [] }, apiConfig: undefined });
}

/** What a file has become. */
interface Imported {
  readonly place: Parameters<typeof navigate>[0];
  readonly name: string;
  /** For the one thing that was imported. */
  readonly words: string;
}

/** The pages that import. */
type From = 'flows' | 'stores';

/** @param found what was not as this version has it, in sentences */
function ofFlow({ id, name }: Chatflow, from: From, found: readonly string[] = []): Imported {
  const imported =
    from === 'flows' ? t('“{name}” is imported.', { name }) : t('“{name}” is imported. It is a flow.', { name });
  const words = [imported, ...found].join(' ');
  return { place: { page: 'editor', chatflowId: id }, name, words };
}

/** What has to be entered again, and where. */
function needsWords(needs: readonly NeededSecret[]): string {
  const named = needs.map(({ node, credential }) => (credential === null ? node : `${node} (“${credential}”)`));
  const list = [...new Set(named)].join(', ');
  return t(
    'Its secrets are not in the file: choose a credential for {list}, then upsert all. Nothing is embedded again.',
    { list },
  );
}

function ofStore({ storeId, name, chunks, files, needs }: ImportedStoreArchive, from: From): Imported {
  const words = [
    files === 0
      ? t('“{name}” is imported: {chunks, plural, one {# chunk} other {# chunks}}.', { name, chunks })
      : t(
          '“{name}” is imported: {chunks, plural, one {# chunk} other {# chunks}}, {files, plural, one {# file} other {# files}}.',
          { name, chunks, files },
        ),
    ...(from === 'stores' ? [] : [t('It is a document store.')]),
    ...(needs.length === 0 ? [] : [needsWords(needs)]),
  ];
  // Opened where the secrets are entered.
  const search = needs.some(({ part }) => part !== 'loader') ? { search: { tab: 'settings' } } : {};
  return { place: { page: 'store', storeId, ...search }, name, words: words.join(' ') };
}

async function importArchiveFile(file: File, from: From): Promise<Imported> {
  const imported = await importArchive(file);
  if (imported.kind === 'store') return ofStore(imported, from);
  const chatflow = await readChatflow(imported.chatflowId);
  await keepChatflow(queryClient, chatflow);
  return ofFlow(chatflow, from);
}

async function importFile(file: File, from: From): Promise<readonly Imported[]> {
  if (/\.zip$/i.test(file.name)) {
    showToast(t('{file} is being imported…', { file: file.name }));
    return [await importArchiveFile(file, from)];
  }
  const flows = await readFlows(file);
  if (flows === undefined) {
    showErrorToast(
      t(
        '{file} is not an exported flow. Choose a flow that was exported as JSON, or a flow or document store that was exported as ZIP.',
        { file: file.name },
      ),
    );
    return [];
  }
  const created: Imported[] = [];
  // One after the other, so that the list has them in the file's order.
  for (const flow of flows) created.push(ofFlow(await create(flow), from, describeFindings(flow.findings)));
  return created;
}

/** Makes new flows and stores of files, and opens the one that there is. */
export async function importFiles(files: readonly File[], from: From): Promise<void> {
  const created: Imported[] = [];
  try {
    for (const file of files) created.push(...(await importFile(file, from)));
  } catch (error) {
    showErrorToast(messageOf(error));
  }
  const [first, second] = created;
  if (first === undefined) return;
  if (second === undefined) navigate(first.place);
  else navigate({ page: created.every(({ place }) => place.page === 'store') ? 'stores' : 'flows' });
  showToast(second === undefined ? first.words : manyWords(created));
}

function manyWords(created: readonly Imported[]): string {
  const stores = created.filter(({ place }) => place.page === 'store').length;
  const flows = created.length - stores;
  // Of both together there are at least two.
  if (stores === 0) return t('{count} flows are imported.', { count: flows });
  if (flows === 0) return t('{count} stores are imported.', { count: stores });
  return t(
    '{flows, plural, one {# flow} other {# flows}} and {stores, plural, one {# store} other {# stores}} are imported.',
    { flows, stores },
  );
}

/** Asks for files and imports them: flows as JSON, flows and document stores as archives. */
function chooseFiles(from: From): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.zip,application/json,application/zip';
  input.multiple = true;
  input.addEventListener('change', () => void importFiles([...(input.files ?? [])], from));
  input.click();
}

export const chooseFlowFiles = (): void => chooseFiles('flows');
/** The same, from the page of the document stores. */
export const chooseStoreFiles = (): void => chooseFiles('stores');
