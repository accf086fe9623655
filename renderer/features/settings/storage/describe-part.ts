import type { CleanablePart, StoragePartName } from '../../../../shared/api/storage.ts';
import { t } from '../../../../shared/texts/t.ts';

interface PartWords {
  readonly label: string;
  readonly help: string;
}

/** What each part of the data folder is, in the words of the window. */
export const PART_WORDS: Readonly<Record<StoragePartName, PartWords>> = {
  texts: { label: t('Texts'), help: t('The chunks of flows and document stores.') },
  vectors: { label: t('Vectors'), help: t('One for each text and model; a text is embedded once.') },
  records: { label: t('Records'), help: t('Which chunk came from which source, and what has changed.') },
  chats: { label: t('Chats'), help: t('Questions and answers, with the passages that they are from.') },
  otherRows: {
    label: t('Flows, runs and the rest'),
    help: t('Flows with their versions, stores, runs, resources and the log of the database.'),
  },
  freePages: {
    label: t('Free pages of the database'),
    help: t('Left by what was deleted; the next chunks use them first.'),
  },
  keywords: { label: t('Keyword index'), help: t('Finds chunks by their words.') },
  graphs: { label: t('Search graphs'), help: t('Find chunks by meaning in large collections.') },
  originals: { label: t('Originals'), help: t('Files that were uploaded and are kept.') },
  uploads: { label: t('Uploads of runs'), help: t('Files of runs that go on, or that can be resumed for seven days.') },
  cache: {
    label: t('Fetched content'),
    help: t('Pages, files and answers that loaders fetched, so that the next run is quick.'),
  },
  models: { label: t('Models'), help: t('Downloaded models.') },
  backups: { label: t('Backups'), help: t('Copies of the database.') },
  setAside: {
    label: t('Databases set aside'),
    help: t('Damaged, or replaced by a backup. They go by themselves after 30 days.'),
  },
  logs: { label: t('Logs'), help: t('What the server wrote down, the newest files only.') },
  other: { label: t('Other files'), help: t('Keys, settings, and space that is kept free for a full disk.') },
};

/** What a clean-up of a part is called, and what it costs. */
export const CLEAN_UP_WORDS: Readonly<Record<CleanablePart, { readonly question: string; readonly cost: string }>> = {
  cache: {
    question: t('Clear the fetched content?'),
    cost: t(
      'Nothing that is stored goes. The next runs of web, folder, GitHub and S3 loaders fetch everything again, which takes longer.',
    ),
  },
  vectors: {
    question: t('Remove unused vectors?'),
    cost: t(
      'No chunk uses them. A text that is brought back later has to be embedded again. The file of the database stays as large: the next chunks use the room.',
    ),
  },
  uploads: {
    question: t('Remove the uploads of runs that ended?'),
    cost: t(
      'Runs that failed, were cancelled or were cut off can not be resumed any more: start them again with their files.',
    ),
  },
  setAside: {
    question: t('Delete the databases that were set aside?'),
    cost: t('What is only in them is gone for good. The database in use and its backups stay.'),
  },
};
