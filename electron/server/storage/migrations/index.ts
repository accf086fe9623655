import { initial } from './0001-initial.ts';
import { resources } from './0002-resources.ts';
import { documentStores } from './0003-document-stores.ts';
import { upsertExtras } from './0004-upsert-extras.ts';
import { outsideStores } from './0005-outside-stores.ts';
import { flowSpeech } from './0006-flow-speech.ts';
import { pruning } from './0007-pruning.ts';
import { credentialHosts } from './0008-credential-hosts.ts';
import { chunkTexts } from './0009-chunk-texts.ts';
import { storePages } from './0010-store-pages.ts';
import { runFiles } from './0011-run-files.ts';
import { feedbackLists } from './0012-feedback-lists.ts';
import { originals } from './0013-originals.ts';
import { bin } from './0014-bin.ts';
import { sync } from './0015-sync.ts';
import { contents } from './0016-contents.ts';
import { testQuestions } from './0017-test-questions.ts';
import { binOfSources } from './0018-bin-of-sources.ts';
import { runChanges } from './0019-run-changes.ts';
import { originalsBySize } from './0020-originals-by-size.ts';
import { flowVersions } from './0021-flow-versions.ts';
import { flowsByDate } from './0022-flows-by-date.ts';
import { syncFolders } from './0023-sync-folders.ts';
import { vectorsOfRemoved } from './0024-vectors-of-removed.ts';
import { countedChunks } from './0025-counted-chunks.ts';
import { runOwners } from './0026-run-owners.ts';
import { replacedChunks } from './0027-replaced-chunks.ts';
import { undoneRuns } from './0028-undone-runs.ts';
import { replacedOriginals } from './0029-replaced-originals.ts';
import { chatMessages } from './0030-chat-messages.ts';
import { answerDetails } from './0031-answer-details.ts';
import { conversations } from './0032-conversations.ts';
import { chatSources } from './0033-chat-sources.ts';
import { chatUploads } from './0034-chat-uploads.ts';
import { answerRules } from './0035-answer-rules.ts';
import type { Migration } from './migration.ts';

/** A migration has the number of its place here: new ones go to the end. An applied one is never edited: the database keeps a checksum. */
export const migrations: readonly Migration[] = [
  initial,
  resources,
  documentStores,
  upsertExtras,
  outsideStores,
  flowSpeech,
  pruning,
  credentialHosts,
  chunkTexts,
  storePages,
  runFiles,
  feedbackLists,
  originals,
  bin,
  sync,
  contents,
  testQuestions,
  binOfSources,
  runChanges,
  originalsBySize,
  flowVersions,
  flowsByDate,
  syncFolders,
  vectorsOfRemoved,
  countedChunks,
  runOwners,
  replacedChunks,
  undoneRuns,
  replacedOriginals,
  chatMessages,
  answerDetails,
  conversations,
  chatSources,
  chatUploads,
  answerRules,
];
