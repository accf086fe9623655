import { isAbsolute } from 'node:path';
import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import type { LocalModel, ModelList } from '../../../../shared/api/models.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { chooseModel, modelOfNode } from '../../../../shared/flow/choose-model.ts';
import { readFlow } from '../../../../shared/flow/read-flow.ts';
import { BUILT_IN_MODEL, LOCAL_MODELS } from '../../../../shared/nodes/embeddings/local-models.ts';
import type { HubModels, StoredModel } from '../../core/embedding-model.ts';
import type { Log } from '../../core/log.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';

export interface ModelServiceOptions {
  readonly hub: HubModels;
  readonly hubUrl: string;
  readonly settings: SettingRepository;
  readonly listChatflows: () => readonly Chatflow[];
  /** Whether a flow was ever run: what it holds was embedded with its model. */
  readonly wasRun: (chatflowId: string) => boolean;
  readonly libraries: Pick<Libraries, 'list' | 'flow'>;
  readonly log: Log;
}

const PREFERRED = 'preferredModel';

type ModelUser = LocalModel['usedBy'][number];
const KINDS = { chatflow: 'flow', documentStore: 'store' } as const;

/** Who uses which on-device model, by the model's name. */
function findModelUsers(libraries: readonly Library[]): ReadonlyMap<string, readonly ModelUser[]> {
  const users = new Map<string, ModelUser[]>();
  for (const library of libraries) {
    const { id, name, kind } = library;
    const models = new Set(library.nodes().map(({ definition, inputs }) => modelOfNode(definition.name, inputs)));
    for (const model of models) {
      if (model !== undefined) users.set(model, [...(users.get(model) ?? []), { kind: KINDS[kind], id, name }]);
    }
  }
  return users;
}

/** A flow with another model wherever it has the built-in one; undefined when it has none such. */
function replaceBuiltIn(flowData: string, model: string): string | undefined {
  const flow = readFlow(flowData).flow;
  const chosen = chooseModel(flow, model);
  return chosen === flow ? undefined : JSON.stringify(chosen);
}

interface Download {
  readonly stop: AbortController;
  fraction: number | null;
  isPreferred: boolean;
  done: Promise<void>;
}

/** What {@link describeModel} needs to know beside the model's name. */
interface Known {
  readonly stored: ReadonlyMap<string, StoredModel>;
  readonly downloads: ReadonlyMap<string, Download>;
  readonly failures: ReadonlyMap<string, string>;
  readonly users: ReturnType<typeof findModelUsers>;
}

function stateOf(id: string, { stored, downloads }: Known): LocalModel['state'] {
  if (id === BUILT_IN_MODEL) return 'built-in';
  if (isAbsolute(id)) return 'folder';
  if (downloads.has(id)) return 'downloading';
  const found = stored.get(id);
  if (found === undefined) return 'absent';
  return found.isWhole ? 'ready' : 'partial';
}

function describeModel(id: string, known: Known): LocalModel {
  const { label, purpose, licence, languages, sizeBytes } = LOCAL_MODELS.find((model) => model.id === id) ?? {};
  const state = stateOf(id, known);
  const receivedBytes = known.stored.get(id)?.receivedBytes ?? 0;
  return {
    id,
    label: label ?? id,
    purpose: purpose ?? '',
    licence: licence ?? null,
    languages: languages ?? null,
    sizeBytes: state === 'ready' ? receivedBytes : (sizeBytes ?? null),
    state,
    receivedBytes,
    fraction: known.downloads.get(id)?.fraction ?? null,
    failure: known.failures.get(id) ?? null,
    usedBy: [...(known.users.get(id) ?? [])],
  };
}

/** Downloads that go on, and why others did not finish. @param onPreferred called with a model that is there, which new flows are to begin with */
function createDownloads({ hub, log }: ModelServiceOptions, onPreferred: (model: string) => void) {
  const downloads = new Map<string, Download>();
  const failures = new Map<string, string>();

  async function fetch(model: string, download: Download): Promise<void> {
    try {
      await hub.fetch(model, {
        signal: download.stop.signal,
        onProgress: ({ fraction }) => {
          download.fraction = fraction ?? download.fraction;
        },
      });
      if (download.isPreferred) onPreferred(model);
    } catch (error) {
      if (download.stop.signal.aborted) return;
      failures.set(model, error instanceof Error ? error.message : String(error));
      log.warn({ err: error, model }, 'A model could not be fetched');
    } finally {
      downloads.delete(model);
    }
  }

  return {
    downloads,
    failures,
    /** Begins to fetch a model, or goes on where it stopped. A second call joins the first. @param isPreferred new flows begin with it, once it is there. @throws UserError INVALID_PARAM for what is no id */
    start(model: string, isPreferred: boolean): void {
      hub.check(model);
      failures.delete(model);
      const running = downloads.get(model);
      if (running !== undefined) {
        running.isPreferred ||= isPreferred;
        return;
      }
      const stop = new AbortController();
      const download: Download = { stop, fraction: null, isPreferred, done: Promise.resolve() };
      downloads.set(model, download);
      download.done = fetch(model, download);
    },

    /** Stops a download. What was received stays: the next one goes on from there. @throws UserError NOT_FOUND */
    async cancel(model: string): Promise<void> {
      const download = downloads.get(model);
      if (download === undefined) {
        throw new UserError('NOT_FOUND', `The model ${model} is not being downloaded: see GET /api/v1/models.`);
      }
      download.stop.abort();
      await download.done;
    },

    async close(): Promise<void> {
      const running = [...downloads.values()];
      for (const { stop } of running) stop.abort();
      await Promise.all(running.map(({ done }) => done));
    },
  };
}

/** On-device models: those that we know, those that are here, and those that flows and stores use. */
export function createModelService(options: ModelServiceOptions) {
  const { hub, settings } = options;
  const { downloads, failures, ...fetching } = createDownloads(options, prefer);

  const listUsers = () => findModelUsers(options.libraries.list());
  const preferred = (): string => settings.get(PREFERRED) ?? BUILT_IN_MODEL;

  /** New flows begin with the model, and so do those that hold nothing yet. */
  function prefer(model: string): void {
    settings.set(PREFERRED, model);
    if (model === BUILT_IN_MODEL) return;
    for (const { id, flowData } of options.listChatflows()) {
      const replaced = options.wasRun(id) ? undefined : replaceBuiltIn(flowData, model);
      if (replaced !== undefined) options.libraries.flow(id).withDrawing(replaced).save();
    }
  }

  return {
    async list(): Promise<ModelList> {
      const stored = new Map((await hub.list()).map((model) => [model.id, model]));
      const users = listUsers();
      const used = [...users.keys()].filter((id) => isAbsolute(id) || id.includes('/'));
      const ids = new Set([
        ...LOCAL_MODELS.map(({ id }) => id),
        ...stored.keys(),
        ...downloads.keys(),
        ...failures.keys(),
        ...used,
      ]);
      const known = { stored, downloads, failures, users };
      return {
        models: [...ids].map((id) => describeModel(id, known)),
        preferred: preferred(),
        hub: new URL(options.hubUrl).host,
      };
    },

    download: fetching.start,
    cancel: fetching.cancel,

    /** @throws UserError MODEL_IN_USE (409), INVALID_PARAM (422) */
    async remove(model: string): Promise<void> {
      await hub.remove(model);
      failures.delete(model);
      if (preferred() === model) settings.set(PREFERRED, BUILT_IN_MODEL);
    },

    /** Chooses what new flows begin with. @throws UserError NOT_FOUND for a model that is not here */
    async choose(model: string): Promise<void> {
      const isHere = (await hub.list()).some(({ id, isWhole }) => id === model && isWhole);
      if (model !== BUILT_IN_MODEL && !isHere) {
        throw new UserError('NOT_FOUND', `The model ${model} is not on this machine: download it first.`);
      }
      prefer(model);
    },

    close: fetching.close,
  };
}

export type ModelService = ReturnType<typeof createModelService>;
