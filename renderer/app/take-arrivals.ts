import { isFlowFileName } from '../../shared/flow/flow-file-name.ts';
import type { OpenedItem } from '../../shared/ipc/opened.ts';
import { t } from '../../shared/texts/t.ts';
import { type Arrival, giveToPage, keepForPage } from '../forms/page-files.ts';
import { type PickedFile, pickedFiles } from '../forms/picked-files.ts';
import { readFlows } from '../stores/flow/flow-files.ts';
import { createNewFlow, importFiles } from '../stores/flow/import-flows.ts';
import { hrefOf, navigate, parseRoute } from '../stores/router.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';

const ARCHIVE = /\.zip$/i;

async function importAll(files: readonly File[]): Promise<void> {
  await importFiles(files, parseRoute(window.location.hash).page === 'stores' ? 'stores' : 'flows');
}

/** Makes an empty flow and opens it: its page takes what has arrived, as if that had been dropped there. */
async function beginFlowWith(arrival: Arrival): Promise<void> {
  const { id } = await createNewFlow();
  const place = { page: 'editor', chatflowId: id } as const;
  keepForPage(hrefOf(place), arrival);
  navigate(place);
}

async function isFlow({ file, path }: PickedFile): Promise<boolean> {
  // A file of a folder is one of its documents.
  return !path.includes('/') && (isFlowFileName(path) || (await readFlows(file)) !== undefined);
}

/** Divides files into flows, which are imported, and documents. */
async function sortOut(files: readonly PickedFile[]) {
  const flows: File[] = [];
  const documents: PickedFile[] = [];
  for (const picked of files) {
    if (await isFlow(picked)) flows.push(picked.file);
    else documents.push(picked);
  }
  return { flows, documents };
}

/** Takes what is dropped on a page that has no use for files: flows and archives are imported, of documents and folders a new flow is begun. */
export async function beginWith(arrival: Arrival): Promise<void> {
  if (arrival.kind === 'folder') return await beginFlowWith(arrival);
  const { flows, documents } = await sortOut(arrival.files);
  const archives = documents.filter(({ path }) => !path.includes('/') && ARCHIVE.test(path));
  const others = documents.filter((picked) => !archives.includes(picked));
  const imported = [...flows, ...archives.map(({ file }) => file)];
  if (imported.length > 0) await importAll(imported);
  if (others.length > 0) await beginFlowWith({ kind: 'files', files: others });
}

function showUnreadable(path: string): void {
  showErrorToast(t('{path} can’t be read: check that it is a file or folder that you may open.', { path }));
}

function showMissing(path: string): void {
  showErrorToast(t('{path} is not there: it may have been moved, renamed or deleted.', { path }));
}

/** Says so if the file is gone since it was opened, or is cut off while it is read; then there is none. */
async function fetchOpened({ name, address }: OpenedItem & { readonly kind: 'file' }): Promise<readonly File[]> {
  try {
    const answer = await fetch(address);
    if (answer.ok) return [new File([await answer.blob()], name)];
    showMissing(name);
  } catch {
    showUnreadable(name);
  }
  return [];
}

async function readOpened(items: readonly OpenedItem[]): Promise<File[]> {
  const files: File[] = [];
  for (const item of items) {
    if (item.kind === 'file') files.push(...(await fetchOpened(item)));
    else if (item.kind === 'unreadable') showUnreadable(item.path);
    else if (item.kind === 'missing') showMissing(item.path);
  }
  return files;
}

/** Takes what is opened with the app: flows are imported, the rest is for the page that is shown if that takes it. */
export async function takeOpened(items: readonly OpenedItem[]): Promise<void> {
  const { flows, documents } = await sortOut(pickedFiles(await readOpened(items)));
  const arrivals: Arrival[] = items.flatMap((item) =>
    item.kind === 'folder' ? [{ kind: 'folder', path: item.path }] : [],
  );
  if (documents.length > 0) arrivals.push({ kind: 'files', files: documents });
  for (const arrival of arrivals) if (!giveToPage(arrival)) await beginWith(arrival);
  if (flows.length > 0) await importAll(flows);
}
