import { z } from 'zod';
import { BIN_KEPT_MS } from '../../../../shared/api/bin.ts';
import { AnswerCitationSchema, type FoundPassage, FoundPassageSchema } from '../../../../shared/api/predictions.ts';
import { forgetPassages } from '../../answers/forget-passages.ts';
import { uuidBytes } from '../../common/uuid.ts';
import type { Finish } from '../../storage/commit-pages.ts';
import {
  type AnsweredMessage,
  type ChatSourceRepository,
  REMOTE,
} from '../../storage/repositories/chat-source-repository.ts';
import type { ConversationRepository } from '../../storage/repositories/conversation-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { localStorageOf, remoteNodesOf } from '../libraries/storage.ts';

export interface ChatPruningOptions {
  readonly conversations: Pick<ConversationRepository, 'dropExpired' | 'dropOld'>;
  /** Days after their last use that flows want their chats deleted, by their ids. */
  readonly keptDays: () => ReadonlyMap<string, number>;
  readonly sources: ChatSourceRepository;
  readonly libraries: Pick<Libraries, 'storages' | 'has' | 'open'>;
  /** Called after a deletion, so that the next backup no longer holds what was deleted, nor the folder its files. */
  readonly onRemoved: () => void;
  readonly now: () => Date;
}

/** Deleted in one transaction: a few ms. */
const MESSAGES = 100;
const DAY_MS = 24 * 60 * 60_000;

const passages = z.array(FoundPassageSchema);
const citations = z.array(AnswerCitationSchema);

/** A message without what it has of a source. */
function emptied(row: AnsweredMessage, isGone: (passage: FoundPassage) => boolean) {
  const after = forgetPassages(
    {
      content: row.content,
      passages: passages.parse(JSON.parse(row.passages)),
      citations: citations.parse(JSON.parse(row.citations)),
    },
    isGone,
  );
  return {
    seq: row.seq,
    content: after.content,
    passages: JSON.stringify(after.passages),
    citations: JSON.stringify(after.citations),
  };
}

/** Where a flow or store reads now. */
interface Places {
  /** Names of its collections in the database. */
  readonly collections: readonly string[];
  /** Whether some of it is in a remote store, or in memory: nobody can say whether a source is there. */
  readonly isBeyond: boolean;
}

/** Where each flow and store reads now. */
async function readPlaces({ libraries }: Pick<ChatPruningOptions, 'libraries'>) {
  const own = new Map<string, Places>();
  for await (const { id, storage } of libraries.storages()) {
    const { collections, inMemory } = localStorageOf(storage);
    own.set(id, { collections, isBeyond: inMemory.length > 0 || remoteNodesOf(storage).length > 0 });
  }
  return (ownerId: string): Places => {
    const both = [ownerId, libraries.open(ownerId, undefined).id].flatMap((id) => own.get(id) ?? []);
    return { collections: both.flatMap((one) => one.collections), isBeyond: both.some((one) => one.isBeyond) };
  };
}

/** Empties what messages have of sources that were deleted for good: they are neither where they were found, nor in the bin, nor moved. */
async function forgetSources(options: ChatPruningOptions, finish: Finish): Promise<boolean> {
  const { sources, libraries } = options;
  let placesOf: ((ownerId: string) => Places) | undefined;
  let undoable: ReadonlySet<string> | undefined;
  let hasEmptied = false;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = sources.gone(after);
    for (const { id, ownerId, source } of page.sources) {
      undoable ??= sources.undoable();
      // What is in the bin stays as it is.
      if (undoable.has(source) || !libraries.has(ownerId)) continue;
      placesOf ??= await readPlaces(options);
      const { collections, isBeyond } = placesOf(ownerId);
      const place = sources.collectionWith(collections, source) ?? (isBeyond ? REMOTE : undefined);
      if (place !== undefined) {
        sources.move(id, place);
        continue;
      }
      const isGone = (passage: FoundPassage): boolean => {
        const chunkId = uuidBytes(passage.id);
        const isOf = String(passage.metadata.source ?? '') === source;
        return isOf && passage.metadata.isAttached !== true && (chunkId === undefined || !sources.isStored(chunkId));
      };
      hasEmptied = true;
      await finish(() => sources.empty(id, (row) => emptied(row, isGone)));
    }
    after = page.last;
  }
  return hasEmptied;
}

/** Prunes chats: conversations that have been in the bin for too long, or that their flow does not want kept, and what messages have of deleted sources. */
export function createChatPruning(options: ChatPruningOptions) {
  const { conversations, onRemoved, now } = options;
  return async (finish: Finish): Promise<void> => {
    let removed = 0;
    const drop = (step: () => number) =>
      finish(() => {
        const some = step();
        removed += some;
        return some;
      });
    const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
    const until = ago(BIN_KEPT_MS);
    await drop(() => conversations.dropExpired({ until }, MESSAGES));
    for (const [ownerId, days] of options.keptDays()) {
      const old = { ownerId, until: ago(days * DAY_MS) };
      await drop(() => conversations.dropOld(old, MESSAGES));
    }
    const hasEmptied = await forgetSources(options, finish);
    if (removed > 0 || hasEmptied) onRemoved();
  };
}
