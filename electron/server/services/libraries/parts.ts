import { type PartChange, SECRET_MASK, type StorePart } from '../../../../shared/api/document-store-parts.ts';
import { shownNames } from '../../../../shared/errors/describe-fault.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { CREDENTIAL_INPUTS, secretNames } from '../../../../shared/flow/credential-reference.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { findParamProblems } from '../../../../shared/flow/parse-params.ts';
import type { PlannedLoader, UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { newSecretPlace } from '../../../../shared/nodes/secret-hosts.ts';
import { sentenceTextSplitter } from '../../../../shared/nodes/textsplitters/sentence-text-splitter.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';
import { fillNode, type ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import type { LoaderWork } from '../../pipeline/load/source-part.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';

const KIND_OF_PART = {
  loader: 'documentloader',
  splitter: 'textsplitter',
  embedding: 'embedding',
  vectorStore: 'vectorstore',
  recordManager: 'recordmanager',
  chatModel: 'chatmodel',
} as const satisfies Record<string, NodeKind>;

export type PartName = keyof typeof KIND_OF_PART;

/** The record manager of a store that names none: a chunk that is edited or gone leaves the vector store with the next upsert. */
const DEFAULT_CLEANUP = 'incremental';
const DEFAULT_RECORD_MANAGER: StorePart = { name: 'SQLiteRecordManager', config: { cleanup: DEFAULT_CLEANUP } };

/**
 * The definition of the node that a part names.
 * @throws UserError INVALID_INPUT (400) naming the part, for a node that there is not or that is of another kind
 */
export function definitionOf(part: PartName, { name }: StorePart): NodeDefinition {
  const definition = findNodeDefinition(name);
  if (definition?.kind === KIND_OF_PART[part]) return definition;
  const names = allNodeDefinitions.filter((node) => node.kind === KIND_OF_PART[part]).map((node) => node.name);
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  throw new UserError(
    'INVALID_INPUT',
    `${part} names the node ${shown}, which is none for it: use one of ${names.join(', ')}.`,
    {
      details: { part, field: 'name', accepted: names },
    },
  );
}

/** A part as the engine takes it, with its references still in it; errors of it name `id`. */
export function plannedPart(part: PartName, value: StorePart, id: string = part): PlannedNode {
  const definition = definitionOf(part, value);
  return { id, label: definition.label, definition, inputs: value.config };
}

/** {@link fillNode} for a part of a document store. */
function fillPart(node: PlannedNode, values: ValueSource): PlannedNode {
  return fillNode(node, { ...values, flow: {} });
}

/**
 * {@link fillPart}, checked.
 * @param node with the name of the part as its id
 * @throws UserError INVALID_INPUT (400) naming part and field; INVALID_PARAM (422) for a variable or credential that is not there
 */
export function readyPart(node: PlannedNode, values: ValueSource): PlannedNode {
  // What is wrong in the request is reported before what is missing from it.
  requireFitting(node);
  const filled = fillPart(node, values);
  requireFitting(filled);
  return filled;
}

/**
 * Checks a part's node and settings.
 * @throws UserError INVALID_INPUT (400) naming part and field; INVALID_PARAM (422) for a variable or credential that is not there
 */
export function checkPart(part: PartName, value: StorePart, values: ValueSource): StorePart {
  readyPart(plannedPart(part, value), values);
  return value;
}

function requireFitting({ id: part, definition, inputs }: PlannedNode): void {
  const [problem] = findParamProblems(definition, inputs);
  if (problem === undefined) return;
  throw new UserError('INVALID_INPUT', `${part}.config.${problem.param} can't be used: ${problem.message}.`, {
    details: { part, field: problem.param },
  });
}

/** A caller may make up many. */
const MOST_FIELDS = 20;

/**
 * Refuses settings that the node of a part does not have, which are neither its params nor its inputs in a drawing. Flowise's pages send more to its nodes than is known here, so calls that Flowise has too take what they send.
 * @param saved settings that the part has already
 * @throws UserError INVALID_INPUT (400) naming the settings
 */
export function assertKnownSettings(
  part: PartName,
  { name, config }: StorePart,
  saved: StorePart['config'] = {},
): void {
  const { label, params, inputs } = definitionOf(part, { name, config });
  const names = Object.keys(params.shape);
  const known = new Set([...names, ...inputs.map((input) => input.name), ...CREDENTIAL_INPUTS, ...Object.keys(saved)]);
  const unknown = Object.keys(config).filter((setting) => !known.has(setting));
  if (unknown.length === 0) return;
  throw new UserError(
    'INVALID_INPUT',
    `${part}.config can't be used: ${label} has no setting ${shownNames(unknown)}. Use these: ${names.join(', ')}.`,
    { details: { part, fields: unknown.slice(0, MOST_FIELDS), accepted: names } },
  );
}

function requireName(part: PartName, name: string | undefined): string {
  if (name !== undefined) return name;
  throw new UserError('INVALID_INPUT', `${part}.name is missing: name the node that the settings are for.`, {
    details: { part, field: 'name' },
  });
}

/** In any call: no page of Flowise's sends settings of a node that Flowise does not have. */
function assertOwnSettings(part: PartName, value: StorePart, saved?: StorePart['config']): void {
  if (findNodeDefinition(value.name)?.onlyHere === true) assertKnownSettings(part, value, saved);
}

/**
 * A part of a call that has nothing to change: it has to say which node it is.
 * @throws UserError INVALID_INPUT (400)
 */
export function namedPart(part: PartName, { name, config }: PartChange): StorePart {
  const named = { name: requireName(part, name), config };
  assertOwnSettings(part, named);
  return named;
}

/**
 * A part of a call over the saved one: setting by setting when both are of the same node, which a call need not name. A masked secret leaves the saved one.
 * @param given undefined: not in the call; null: to be removed
 * @throws UserError INVALID_INPUT (400) when neither says which node it is, or for a setting that the node does not have
 */
export function overlayPart(
  part: PartName,
  saved: StorePart | null,
  given: PartChange | null | undefined,
): StorePart | null {
  if (given === undefined) return saved;
  if (given === null) return null;
  const { config: changes } = given;
  const name = requireName(part, given.name ?? saved?.name);
  const base = saved?.name === name ? saved.config : {};
  assertOwnSettings(part, { name, config: changes }, base);
  const entries = Object.entries(changes).filter(([, value]) => value !== SECRET_MASK);
  const config = { ...base, ...Object.fromEntries(entries) };
  checkStoredSecrets(name, base, config);
  return { name, config };
}

/**
 * A stored secret may only go where it went before: a call that changes the address has to send the secret again.
 * @throws UserError CREDENTIAL_HOST (422)
 */
function checkStoredSecrets(name: string, before: StorePart['config'], after: StorePart['config']): void {
  const definition = findNodeDefinition(name);
  if (definition === undefined) return;
  const unchanged = secretNames(definition).filter(
    (secret) => !isUnset(before[secret]) && before[secret] === after[secret],
  );
  const host = unchanged.length === 0 ? undefined : newSecretPlace(definition, before, after);
  if (host === undefined) return;
  throw new UserError(
    'CREDENTIAL_HOST',
    `${definition.label} would send a stored secret to ${host}, where it did not go before: send the secret again with this address, or keep it in a credential and allow ${host} there (in the window, or with tributary credentials allow).`,
    { details: { part: name, host, secrets: unchanged } },
  );
}

/** A part as callers may see it. */
export function maskPart({ name, config }: StorePart): StorePart {
  const definition = findNodeDefinition(name);
  const typed = (definition === undefined ? [] : secretNames(definition)).filter((secret) => !isUnset(config[secret]));
  return { name, config: { ...config, ...Object.fromEntries(typed.map((secret) => [secret, SECRET_MASK])) } };
}

function recordManagerOf(value: StorePart | null): StorePart {
  if (value === null) return DEFAULT_RECORD_MANAGER;
  return isUnset(value.config.cleanup) ? { ...value, config: { ...value.config, cleanup: DEFAULT_CLEANUP } } : value;
}

function missing(part: PartName, what: string): UserError {
  return new UserError(
    'MISSING_INPUT',
    `The document store has no ${what}: choose one in its settings and save them.`,
    {
      nodeId: part,
      details: { part },
    },
  );
}

/** Where a store's chunks go, ready for the engine. It always keeps records. */
export interface VectorPlan extends UpsertPlan {
  readonly recordManager: PlannedNode;
}

/**
 * The plan with its references still in it, for showing.
 * @throws UserError MISSING_INPUT (422) naming the part that is not there
 */
export function describePlan({ embedding, vectorStore, recordManager }: VectorParts): VectorPlan {
  if (embedding === null) throw missing('embedding', 'embedding model');
  if (vectorStore === null) throw missing('vectorStore', 'vector store');
  return {
    embedding: plannedPart('embedding', embedding),
    store: plannedPart('vectorStore', vectorStore),
    recordManager: plannedPart('recordManager', recordManagerOf(recordManager)),
    loaders: [],
  };
}

/**
 * The plan for running.
 * @throws UserError MISSING_INPUT (422) naming the part that is not there; INVALID_INPUT (400) for one that is wrong; INVALID_PARAM (422)
 */
export function planVectors(parts: VectorParts, values: ValueSource): VectorPlan {
  const { embedding, store, recordManager } = describePlan(parts);
  const ready = (node: PlannedNode) => readyPart(node, values);
  return { embedding: ready(embedding), store: ready(store), recordManager: ready(recordManager), loaders: [] };
}

/** What of a plan a removal needs. A document store always has records. */
export type StoreStoragePlan = Pick<VectorPlan, 'store' | 'recordManager'>;

/**
 * Where a store's chunks are, for taking them out: its own collection if it names none. Whether the model is still there does not matter.
 * @throws UserError INVALID_PARAM (422)
 */
export function planRemoval(parts: Omit<VectorParts, 'embedding'>, values: ValueSource): StoreStoragePlan {
  const { store, recordManager } = describeStorage(parts);
  return { store: fillPart(store, values), recordManager: fillPart(recordManager, values) };
}

/** Vector store and record manager of a document store, with their references still in them. */
export function describeStorage({ vectorStore, recordManager }: Omit<VectorParts, 'embedding'>): StoreStoragePlan {
  return {
    store: plannedPart('vectorStore', vectorStore ?? { name: 'hnsw', config: {} }),
    recordManager: plannedPart('recordManager', recordManagerOf(recordManager)),
  };
}

/** Settings that a loader is to have. */
export interface LoaderSettings {
  readonly loaderName: string;
  readonly loader: StorePart;
  readonly splitter: StorePart | null;
}

/** A loader as the engine takes it, under its own id, with its references still in it. */
export function plannedLoader({ loaderName, loader, splitter }: LoaderSettings, id: string): PlannedLoader {
  const plannedSplitter = splitter === null ? undefined : plannedPart('splitter', splitter);
  return { ...plannedPart('loader', loader, id), label: loaderName, splitter: plannedSplitter };
}

/** {@link fillPart} for a loader and its splitter. */
export function fillLoader({ splitter, ...loader }: PlannedLoader, values: ValueSource): PlannedLoader {
  return { ...fillPart(loader, values), splitter: splitter === undefined ? undefined : fillPart(splitter, values) };
}

/**
 * A loader, ready to be loaded.
 * @param embedding of the store
 */
export function loaderWork(
  settings: LoaderSettings,
  id: string,
  embedding: StorePart | null,
  values: ValueSource,
): Pick<LoaderWork, 'loader' | 'embedding'> {
  const loader = fillLoader(plannedLoader(settings, id), values);
  return { loader, embedding: modelForSplitter(settings, embedding, values) };
}

/** The embedding model, if the loader's splitter counts its tokens. */
function modelForSplitter(
  { splitter }: LoaderSettings,
  embedding: StorePart | null,
  values: ValueSource,
): PlannedNode | undefined {
  if (splitter?.name !== sentenceTextSplitter.name || embedding === null) return undefined;
  return fillPart(plannedPart('embedding', embedding), values);
}

/** Whether two parts mean the same. */
export function isSamePart(a: StorePart | null, b: StorePart | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type PartFields = { readonly [part in keyof VectorParts]?: PartChange | null | undefined };

/** The parts of a store that say where its chunks go. */
export const PART_NAMES = [
  'embedding',
  'vectorStore',
  'recordManager',
] as const satisfies readonly (keyof VectorParts)[];

/** Parts of a call over those of the store. @throws UserError INVALID_INPUT naming part and field */
export function overlayParts(saved: VectorParts, given: PartFields): VectorParts {
  const overlay = (part: keyof VectorParts) => overlayPart(part, saved[part], given[part]);
  return {
    embedding: overlay('embedding'),
    vectorStore: overlay('vectorStore'),
    recordManager: overlay('recordManager'),
  };
}

/** The same; what the call brings is checked. */
export function mergeParts(saved: VectorParts, given: PartFields, values: ValueSource): VectorParts {
  const merged = overlayParts(saved, given);
  for (const part of PART_NAMES) {
    const value = merged[part];
    if (value !== null && given[part] !== undefined) checkPart(part, value, values);
  }
  return merged;
}

/** Whether all parts mean the same. */
export function isSameParts(a: VectorParts, b: VectorParts): boolean {
  return PART_NAMES.every((part) => isSamePart(a[part], b[part]));
}
