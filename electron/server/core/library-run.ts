import type { Run, RunCountQuery, RunEvent, RunListQuery } from '../../../shared/api/runs.ts';

/** A run of a chatflow or a document store. The HTTP API knows its owner as `chatflowId`. */
export interface LibraryRun extends Omit<Run, 'chatflowId'> {
  ownerId: string;
}

export type LibraryRunEvent = Exclude<RunEvent, { type: 'run' }> | { readonly type: 'run'; readonly run: LibraryRun };

/** A run as the HTTP API answers it. */
export function runAnswer({ id, ownerId, ...run }: LibraryRun): Run {
  return { id, chatflowId: ownerId, ...run };
}

/** An event of a run as the HTTP API sends it. */
export function runEventAnswer(event: LibraryRunEvent): RunEvent {
  return event.type === 'run' ? { ...event, run: runAnswer(event.run) } : event;
}

interface OfOwner {
  readonly ownerId?: string | undefined;
}
export type LibraryRunQuery = Omit<RunListQuery, 'chatflowId'> & OfOwner;
export type LibraryRunCountQuery = Omit<RunCountQuery, 'chatflowId'> & OfOwner;

/** A query of the HTTP API by the owner that it means. */
export function runQuery<Query extends { readonly chatflowId?: string | undefined }>({ chatflowId, ...query }: Query) {
  return { ...query, ownerId: chatflowId };
}
