import { ApiError } from '../../../shared/client/api-error.ts';
import { isSameSavedFlow } from '../../../shared/flow/typed-secrets.ts';
import { t } from '../../../shared/texts/t.ts';
import type { SavedChatflow } from '../../api/chatflows.ts';
import type { FlowFields } from './drafts.ts';

/** A flow is no longer what the changes were made on: somebody has to decide which version stays. */
export class FlowConflict extends Error {
  /** What the server has now; undefined when the flow was deleted. */
  readonly theirs: SavedChatflow | undefined;

  constructor(theirs: SavedChatflow | undefined) {
    super(
      theirs === undefined
        ? t('The flow was deleted outside this window.')
        : t('The flow was changed outside this window.'),
    );
    this.name = 'FlowConflict';
    this.theirs = theirs;
  }
}

/** The calls of the server that a writer makes. */
export interface FlowCalls {
  readonly put: (id: string, fields: FlowFields, ifMatch: string | undefined) => Promise<SavedChatflow>;
  readonly read: (id: string) => Promise<SavedChatflow>;
}

export interface FlowWriter {
  /** The version that changes are made on. */
  readonly base: () => SavedChatflow;
  readonly rebase: (version: SavedChatflow) => void;
  /**
   * Writes over the version that the changes were made on, and over no other.
   * @param sent what was sent before and may have arrived, oldest first
   * @throws FlowConflict when the server has another version, ApiError when the call fails
   */
  readonly put: (fields: FlowFields, sent: readonly FlowFields[]) => Promise<SavedChatflow>;
}

/** Whether two versions have the same in all that the editor writes, once both are saved. */
export function isSameFlow(a: FlowFields, b: FlowFields): boolean {
  return a.name === b.name && isSameDrawing(a, b);
}

function isSameDrawing(a: FlowFields, b: FlowFields): boolean {
  return a.apiConfig === b.apiConfig && isSameSavedFlow(a.flowData, b.flowData);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/**
 * What to write over a version that is not the one that the changes were made on; undefined when the two are at odds. Where the other
 * has a new name or none of the editor's fields, both go together.
 */
function joinChanges(
  theirs: SavedChatflow,
  {
    base,
    fields,
    sent,
  }: { readonly base: FlowFields; readonly fields: FlowFields; readonly sent: readonly FlowFields[] },
): FlowFields | undefined {
  if ([fields, ...sent].some((own) => isSameFlow(theirs, own))) return fields;
  if (!isSameDrawing(theirs, base)) return undefined;
  if (theirs.name === base.name) return fields;
  return fields.name === base.name ? { ...fields, name: theirs.name } : undefined;
}

/** Writes one flow, version by version. */
export function createFlowWriter(opened: SavedChatflow, { put, read }: FlowCalls): FlowWriter {
  let base = opened;

  async function readTheirs(): Promise<SavedChatflow> {
    try {
      return await read(base.id);
    } catch (error) {
      throw hasCode(error, 'CHATFLOW_NOT_FOUND') ? new FlowConflict(undefined) : error;
    }
  }

  return {
    base: () => base,
    rebase(version) {
      base = version;
    },
    async put(fields, sent) {
      try {
        base = await put(base.id, fields, base.etag);
      } catch (error) {
        if (hasCode(error, 'CHATFLOW_NOT_FOUND')) throw new FlowConflict(undefined);
        if (!hasCode(error, 'CHANGED_MEANWHILE')) throw error;
        const theirs = await readTheirs();
        const joined = joinChanges(theirs, { base, fields, sent });
        if (joined === undefined) throw new FlowConflict(theirs);
        base = await put(theirs.id, joined, theirs.etag);
      }
      return base;
    },
  };
}
