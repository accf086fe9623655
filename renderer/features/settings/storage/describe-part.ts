import type { CleanablePart, StoragePartName } from '../../../../shared/api/storage.ts';

interface PartWords {
  readonly label: string;
  readonly help: string;
}

/** What each part of the data folder is, in the words of the window. */
export const PART_WORDS: Readonly<Record<StoragePartName, PartWords>> = {
  texts: { label: 'Texts', help: 'The chunks of flows and document stores.' },
  vectors: { label: 'Vectors', help: 'One for each text and model; a text is embedded once.' },
  records: { label: 'Records', help: 'Which chunk came from which source, and what has changed.' },
  otherRows: {
    label: 'Flows, runs and the rest',
    help: 'Flows with their versions, stores, runs, resources and the log of the database.',
  },
  freePages: { label: 'Free pages of the database', help: 'Left by what was deleted; the next chunks use them first.' },
  keywords: { label: 'Keyword index', help: 'Finds chunks by their words.' },
  graphs: { label: 'Search graphs', help: 'Find chunks by meaning in large collections.' },
  originals: { label: 'Originals', help: 'Files that were uploaded and are kept.' },
  uploads: { label: 'Uploads of runs', help: 'Files of runs that go on, or that can be resumed for seven days.' },
  cache: {
    label: 'Fetched content',
    help: 'Pages, files and answers that loaders fetched, so that the next run is quick.',
  },
  models: { label: 'Models', help: 'Downloaded models.' },
  backups: { label: 'Backups', help: 'Copies of the database.' },
  setAside: {
    label: 'Databases set aside',
    help: 'Damaged, or replaced by a backup. They go by themselves after 30 days.',
  },
  logs: { label: 'Logs', help: 'What the server wrote down, the newest files only.' },
  other: { label: 'Other files', help: 'Keys, settings, and space that is kept free for a full disk.' },
};

/** What a clean-up of a part is called, and what it costs. */
export const CLEAN_UP_WORDS: Readonly<Record<CleanablePart, { readonly question: string; readonly cost: string }>> = {
  cache: {
    question: 'Clear the fetched content?',
    cost: 'Nothing that is stored goes. The next runs of web, folder, GitHub and S3 loaders fetch everything again, which takes longer.',
  },
  vectors: {
    question: 'Remove unused vectors?',
    cost: 'No chunk uses them. A text that is brought back later has to be embedded again. The file of the database stays as large: the next chunks use the room.',
  },
  uploads: {
    question: 'Remove the uploads of runs that ended?',
    cost: 'Runs that failed, were cancelled or were cut off can not be resumed any more: start them again with their files.',
  },
  setAside: {
    question: 'Delete the databases that were set aside?',
    cost: 'What is only in them is gone for good. The database in use and its backups stay.',
  },
};
