import { performance } from 'node:perf_hooks';
import { UserError } from '../../shared/errors/errors.ts';
import { readTokenLimit } from '../../shared/flow/api-config.ts';
import { createKeyedLock } from './common/keyed-lock.ts';
import { findLocalPrograms } from './embedding/remote/find-local-programs.ts';
import { type Foundation, openFoundation, openResources } from './foundation.ts';
import { createOriginalReader } from './pipeline/original/original-reader.ts';
import { createLinkFiles } from './secrets/link-files.ts';
import { ensureLocalToken } from './secrets/local-token.ts';
import type { Opening } from './server-life.ts';
import { createAnswerService } from './services/answers/answer-service.ts';
import { createConversationService } from './services/answers/conversation-service.ts';
import { createLeadService } from './services/answers/lead-service.ts';
import { createAppSession } from './services/app-session.ts';
import { createUnfinishedImports, settleImports } from './services/archives/archive-deps.ts';
import { createArchiveService } from './services/archives/archive-service.ts';
import { createChatMessageService } from './services/chat-message-service.ts';
import type { ContentsDeps } from './services/contents/contents.ts';
import { createContentsService } from './services/contents/contents-service.ts';
import { describeSettings } from './services/data-folder/describe-settings.ts';
import { createStorageService } from './services/data-folder/storage-service.ts';
import { createFeedbackService } from './services/feedback-service.ts';
import { createFindService } from './services/find-service.ts';
import { createIdempotencyService } from './services/idempotency-service.ts';
import { listCredentialHosts } from './services/list-credential-hosts.ts';
import { createMapService } from './services/map/map-service.ts';
import { createAnswerModelService } from './services/models/answer-model-service.ts';
import { createModelRules } from './services/models/model-rules.ts';
import { createModelService } from './services/models/model-service.ts';
import { createNodeToolsService } from './services/node-tools-service.ts';
import { createOverviewService } from './services/overview-service.ts';
import { createQueryService, type QueryService } from './services/query/query-service.ts';
import { createSearchService } from './services/query/search-service.ts';
import { createOriginalsApi } from './services/read-originals/originals-api.ts';
import { createRestoreService } from './services/restore-service.ts';
import { markInterrupted } from './services/runs/end-run.ts';
import { createRunDetailsService } from './services/runs/run-details-service.ts';
import { openSync } from './services/sync/sync-service.ts';
import { createTestQuestionService } from './services/test-question-service.ts';
import { createUpsertHistoryService } from './services/upsert-history-service.ts';
import { createUpsertService } from './services/upserts/upsert-service.ts';
import { fetchWebFile } from './sources/file/fetch-web-file.ts';
import { openEngine, openRuns, openStores, type Stores } from './stages.ts';
import { emptyTemporary } from './storage/data-folder.ts';
import { describeDamage } from './storage/database-notices.ts';
import { createAnswerRuleRepository } from './storage/repositories/answer-rule-repository.ts';
import { createArchiveRepository } from './storage/repositories/archive-repository.ts';
import { createChatMessageRepository } from './storage/repositories/chat-message-repository.ts';
import { createContentRepository } from './storage/repositories/content-repository.ts';
import { createConversationRepository } from './storage/repositories/conversation-repository.ts';
import { createFeedbackRepository } from './storage/repositories/feedback-repository.ts';
import { createFindRepository } from './storage/repositories/find-repository.ts';
import { createIdempotencyRepository } from './storage/repositories/idempotency-repository.ts';
import { createLeadRepository } from './storage/repositories/lead-repository.ts';
import { createOverviewRepository } from './storage/repositories/overview-repository.ts';
import { createRemovedSourceRepository } from './storage/repositories/removed-source-repository.ts';
import { createTestQuestionRepository } from './storage/repositories/test-question-repository.ts';
import { createUpsertHistoryRepository } from './storage/repositories/upsert-history-repository.ts';
import { measureDatabase } from './storage/run-database-task.ts';
import { createScriptRunner } from './tool-scripts/script-runner.ts';

/**
 * The services of a server, made in stages. A stage uses only the stages before it, so nothing is used before it exists. Whatever has to be closed
 * is registered with `closers`, which close in reverse order. The work of a start is in `recover`.
 */

const now = () => new Date();
const clock = () => performance.now();

/** Upserts of flows, and what is asked about runs. */
function openUpserts(given: Stores) {
  const { folder } = given;
  const shared = { ...given, temporary: folder.temporary };
  return {
    runDetails: createRunDetailsService({ ...shared, undoStateOf: given.undos.stateOf }),
    upserts: createUpsertService(shared),
  };
}

/** Questions, their answers, and what people say of these. */
function openAnswers(
  { db, libraries, backups, checkpointer, onRemoved, chatUploads, sweepUploads, chatClock: inOrder }: Stores,
  queries: QueryService,
) {
  const messages = createChatMessageRepository(db);
  const feedback = createFeedbackRepository(db);
  const commits = { db, onCommit: checkpointer.committed };
  const answers = createAnswerService({ queries, messages, commits, now: inOrder, clock });
  onRemoved.push(answers.stopAllOf, sweepUploads);
  const removing = {
    commits,
    onRemoved() {
      backups.changed();
      sweepUploads();
      return checkpointer.onDisk();
    },
  };
  return {
    answers,
    chatMessages: createChatMessageService({ messages, feedback, libraries, uploads: chatUploads, ...removing }),
    conversations: createConversationService({
      ...{ messages, answers, libraries, now: inOrder, ...removing },
      conversations: createConversationRepository(db),
    }),
    leads: createLeadService({ leads: createLeadRepository(db), libraries, now: inOrder }),
    feedback: createFeedbackService({ feedback, messages, requireOwner: libraries.find, now: inOrder }),
  };
}

/** Whether who asks a flow has the key that it is bound to. */
function keyCheck({ chatflows, apiKeys }: Pick<Stores, 'chatflows' | 'apiKeys'>) {
  return (flowId: string, key: string): void => {
    const boundTo = chatflows.keyOf(flowId) ?? '';
    if (boundTo === '' || apiKeys.matches(boundTo, key)) return;
    throw new UserError(
      'MISSING_CREDENTIAL',
      'The flow that is asked is bound to an API key: give the tool that asks it a credential with that key.',
    );
  };
}

/** What the calls of the API do beside that. */
function openCalls(given: Stores, closers: AsyncDisposableStack) {
  const { db, found, folder, disk, engine, listings, runs, backups, vectors } = given;
  const { libraries, deletions, originals } = given;
  const reader = createOriginalReader(folder.models);
  closers.defer(() => reader.close());
  const contents: ContentsDeps = {
    engine,
    libraries,
    originals,
    now,
    clock,
    contents: createContentRepository(db),
    removed: createRemovedSourceRepository(db),
    listings,
    closing: runs.closing,
    changeLock: createKeyedLock(),
  };
  const map = createMapService(contents);
  closers.defer(() => map.close());
  const overview = createOverviewService({ libraries, runs, vectors, counts: createOverviewRepository(db) });
  const toolDeps = { now, findTool: given.tools.findApproved, runScript: createScriptRunner().run };
  const answerModels = createAnswerModelService({ ...given, values: engine.values });
  const modelRules = createModelRules({
    rules: createAnswerRuleRepository(db),
    tokenLimitOf: (id) => (given.chatflows.has(id) ? readTokenLimit(given.chatflows.find(id).apiConfig) : undefined),
    now,
  });
  const queries = createQueryService({
    ...{ engine, libraries, answerModels, modelRules, toolDeps, clock },
    assertKey: keyCheck(given),
  });
  return {
    find: createFindService({ libraries, sources: createFindRepository(db) }),
    overview,
    ...openUpserts(given),
    contents: createContentsService(contents),
    map,
    queries,
    answerModels,
    modelRules,
    ...openAnswers(given, queries),
    searches: createSearchService({ libraries, overview, queries, clock }),
    nodeTools: createNodeToolsService({ engine: given.flowEngine, clock }),
    idempotency: createIdempotencyService({ rows: createIdempotencyRepository(db), findRun: runs.find, now }),
    fetchWebFile,
    findLocalPrograms: (signal: AbortSignal) =>
      findLocalPrograms(signal, { ollamaHost: given.config.readOllamaHost() }),
    testQuestions: createTestQuestionService(createTestQuestionRepository(db)),
    originals: createOriginalsApi({
      originals,
      libraries,
      reader,
      values: engine.values,
      cacheFolder: folder.cache,
      closing: runs.closing,
    }),
    history: createUpsertHistoryService(createUpsertHistoryRepository(db)),
    notices: () => [
      ...found,
      ...disk.notices(),
      ...deletions.notices(),
      ...originals.notices(),
      ...(backups.isDamaged() ? [describeDamage(folder)] : []),
    ],
  };
}

/** Deletes a flow or store that an import has not filled. It has put nothing elsewhere. */
function removeImported({ libraries, removals }: Stores) {
  return (id: string) => removals.remove(libraries.find(id).kind, id, { reachesRemote: false, keepsData: false });
}

/** What Settings shows: the data folder and what takes space in it, the models on this machine, the settings of the start. */
function openCare(
  given: Stores,
  { upserts }: Pick<ReturnType<typeof openUpserts>, 'upserts'>,
  closers: AsyncDisposableStack,
) {
  const { config, folder, log, prunes, resumable, settings, chatflows, runRows, stores, apiKeys } = given;
  const storage = createStorageService({ folder, measureDatabase, prunes, resumable, log, now });
  closers.defer(() => storage.close());
  const models = createModelService({
    settings,
    log,
    hub: given.embeddingPool.hub,
    hubUrl: config.modelHubUrl,
    listChatflows: chatflows.listAll,
    wasRun: (id) => runRows.newestOf(id) !== undefined,
    libraries: given.libraries,
  });
  closers.defer(() => models.close());
  const archives = createArchiveService({
    engine: given.engine,
    chatflows,
    libraries: given.libraries,
    runs: given.runs,
    originals: given.originals,
    now,
    archives: createArchiveRepository(given.db),
    contents: createContentRepository(given.db),
    unfinished: createUnfinishedImports(settings),
    stores,
    credentialName: (id) => given.credentials.nameOf(id),
    upsertStore: (id) => upserts.startAlone(given.libraries.store(id).upsert({ body: {}, uploads: [] })),
    remove: removeImported(given),
  });
  return { storage, models, archives, serverSettings: () => describeSettings(config, apiKeys.count()) };
}

/** Sessions of the app's own page, with links that let browsers in. */
function openSession({ folder, log }: Foundation, closers: AsyncDisposableStack) {
  const links = createLinkFiles(folder.root, log);
  links.removeAll();
  closers.defer(links.removeAll);
  return createAppSession({ token: ensureLocalToken(folder.root), now, onUsed: links.remove });
}

/** Puts in order what the last server left, and what an earlier version saved in another form, before the first call. */
async function recover(given: Stores): Promise<void> {
  const { folder, settings, chatflows, credentials, engine, resumable, runRows, runFiles, libraries, documentStores } =
    given;
  chatflows.mendSavedFlows();
  chatflows.ensureStarterFlow();
  // Before the ends of runs are written: on a full disk this is the room for them.
  emptyTemporary(folder, resumable.usedFolders());
  markInterrupted(runRows, runFiles, now);
  emptyTemporary(folder, resumable.keptFolders());
  await documentStores.recover();
  await given.moves.settle();
  await settleImports({
    unfinished: createUnfinishedImports(settings),
    exists: (id) => libraries.listWithBinned().some((library) => library.id === id),
    remove: removeImported(given),
    log: given.log,
  });
  listCredentialHosts({
    settings,
    credentials,
    values: engine.values,
    libraries,
  });
  given.deletions.resume();
  given.bin.look();
  void given.undos.resume();
}

export interface ContainerOptions {
  readonly opening: Opening;
  /** When an upsert began or ended: how many are running. */
  readonly onRunningUpserts?: ((count: number) => void) | undefined;
}

/**
 * Opens a data folder with all that works on it.
 * @param closers to be disposed of at the end, also when this throws
 */
export async function openContainer({ opening, onRunningUpserts }: ContainerOptions, closers: AsyncDisposableStack) {
  const foundation = openFoundation(opening, closers);
  const resources = { ...foundation, ...openResources(foundation, closers) };
  const engine = { ...resources, ...openEngine(resources, closers) };
  const runs = { ...engine, ...openRuns(engine, onRunningUpserts) };
  const stores = { ...runs, ...openStores(runs, closers) };
  await recover(stores);
  const { prepareRestore, folder } = opening;
  const calls = openCalls(stores, closers);
  return {
    ...stores,
    ...calls,
    sync: openSync({ ...stores, ...calls, now, clock }),
    ...openCare(stores, calls, closers),
    restores: createRestoreService({ folder: folder.backups, backUpNow: stores.backups.backUpNow, prepareRestore }),
    session: openSession(foundation, closers),
  };
}
