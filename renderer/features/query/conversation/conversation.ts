import { useEffect } from 'react';
import { create } from 'zustand';
import { askInApp } from '../../../api/answers.ts';
import { messageOf } from '../../../api/client.ts';
import {
  type ConversationOf,
  type Rating,
  rateAnswer,
  readConversation,
  readLastConversation,
} from '../../../api/conversations.ts';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { type Failure, failureOf } from '../failure.ts';
import { filterOf } from '../query-session.ts';
import type { QueryTarget } from '../query-target.ts';
import { NEW_CHAT, openChatOf, rememberOpenChat } from './open-chats.ts';
import { findQuestionId, newTurn, shownTurns, type Turn, turnsOf, withEvent } from './turn.ts';

export interface Conversation {
  /** {@link NEW_CHAT} before the first question. */
  readonly chatId: string;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  readonly reading: { readonly step: 'reading' | 'done' } | ({ readonly step: 'failed' } & Failure);
}

const unread: Conversation = { chatId: NEW_CHAT, turns: [], reading: { step: 'reading' } };

/** The open conversation with each flow or store. It lives outside of the panel, so that closing that stops nothing. */
const useConversationStore = create<{ readonly byOwner: Readonly<Record<string, Conversation>> }>()(() => ({
  byOwner: {},
}));

/** What is being answered for each owner. */
const underWay = new Map<string, AbortController>();
/** What is being read for each owner. */
const beingRead = new Map<string, Promise<void>>();

export function conversationOf(ownerId: string): Conversation | undefined {
  return useConversationStore.getState().byOwner[ownerId];
}

/** The open conversation with a flow or store, which is read from the server when it is first shown. */
export function useConversation(ownerId: string): Conversation {
  useEffect(() => {
    if (conversationOf(ownerId) === undefined) void readOpenConversation(ownerId);
  }, [ownerId]);
  return useConversationStore(({ byOwner }) => byOwner[ownerId] ?? unread);
}

function put(ownerId: string, conversation: Conversation): void {
  useConversationStore.setState(({ byOwner }) => ({ byOwner: { ...byOwner, [ownerId]: conversation } }));
}

/** Reads a conversation: one that is named, or the one that was used last. */
async function read(ownerId: string, chatId: string | undefined): Promise<void> {
  const shown = { ...unread, chatId: chatId ?? NEW_CHAT };
  put(ownerId, shown);
  const readNow = async (): Promise<void> => {
    const isStillShown = () => conversationOf(ownerId) === shown;
    try {
      const messages = await (chatId === undefined
        ? readLastConversation(ownerId)
        : readConversation({ ownerId, chatId }));
      const found = messages[0]?.chatId ?? NEW_CHAT;
      if (isStillShown()) put(ownerId, { chatId: found, turns: turnsOf(messages), reading: { step: 'done' } });
    } catch (error) {
      if (isStillShown()) put(ownerId, { ...shown, reading: { step: 'failed', ...failureOf(error) } });
    }
  };
  const reading = readNow();
  beingRead.set(ownerId, reading);
  await reading;
}

/** Reads what was open with a flow or store when this browser showed it last, or else what was used last. */
export async function readOpenConversation(ownerId: string): Promise<void> {
  const chatId = openChatOf(ownerId);
  if (chatId === NEW_CHAT) leaveConversation(ownerId);
  else await read(ownerId, chatId);
}

/** Opens another conversation with a flow or store; what is being answered there is stopped. */
export async function openConversation(ownerId: string, chatId: string): Promise<void> {
  stopAnswer(ownerId);
  rememberOpenChat(ownerId, chatId);
  await read(ownerId, chatId);
}

/** Begins another conversation. */
export function leaveConversation(ownerId: string): void {
  stopAnswer(ownerId);
  rememberOpenChat(ownerId, NEW_CHAT);
  put(ownerId, { ...unread, reading: { step: 'done' } });
}

/** Browsers make UUIDs for pages of a secure origin only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function changeTurn(ownerId: string, key: string, change: (turn: Turn) => Turn): void {
  const conversation = conversationOf(ownerId);
  if (conversation === undefined) return;
  const turns = conversation.turns.flatMap((turn) => (turn.key === key ? shownTurns(change(turn)) : turn));
  put(ownerId, { ...conversation, turns });
}

type Asked = Pick<QueryTarget, 'id' | 'answeringNodeId'>;

interface AskedBehind {
  readonly question: string;
  /** Those that stay. */
  readonly turns: readonly Turn[];
  readonly replaced?: readonly Turn[];
  readonly replaceFrom?: string | undefined;
}

/** Asks a question behind the turns that stay. */
async function askBehind(
  { id: ownerId, answeringNodeId: stopNodeId }: Asked,
  { question, turns, replaced = [], replaceFrom }: AskedBehind,
): Promise<void> {
  const controller = new AbortController();
  underWay.set(ownerId, controller);
  const before = conversationOf(ownerId)?.chatId ?? NEW_CHAT;
  const chatId = before === NEW_CHAT ? newId() : before;
  const filter = filterOf(ownerId);
  const turn = { ...newTurn(newId(), question, filter), replaced };
  rememberOpenChat(ownerId, chatId);
  put(ownerId, { chatId, turns: [...turns, turn], reading: { step: 'done' } });
  try {
    const chat = { ownerId, chatId, question, stopNodeId, filter, replaceFrom };
    for await (const event of askInApp(chat, controller.signal)) {
      controller.signal.throwIfAborted();
      changeTurn(ownerId, turn.key, (now) => withEvent(now, event));
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    changeTurn(ownerId, turn.key, (now) => ({ ...now, state: { step: 'failed', ...failureOf(error) } }));
  }
}

/** Asks a question in the conversation with a flow or store; what is being answered there is stopped. */
export async function askInConversation(asked: Asked, question: string): Promise<void> {
  stopAnswer(asked.id);
  await (conversationOf(asked.id) === undefined ? readOpenConversation(asked.id) : beingRead.get(asked.id));
  await askBehind(asked, { question, turns: conversationOf(asked.id)?.turns ?? [] });
}

/** Asks a question in the place of one that was asked before, which goes with all behind it when there is an answer. */
export async function askInstead(asked: Asked, turn: Turn, question: string): Promise<void> {
  const { id: ownerId } = asked;
  stopAnswer(ownerId);
  const { chatId, turns } = conversationOf(ownerId) ?? unread;
  const at = turns.findIndex(({ key }) => key === turn.key);
  const gone = turns.slice(at);
  try {
    const isKnown = turn.questionId !== undefined;
    const messages = isKnown ? [] : await readConversation({ ownerId, chatId });
    // One that failed at once may never have been stored, unlike those behind it.
    const ids = gone.flatMap((one) => one.questionId ?? findQuestionId(turns, one, messages) ?? []);
    await askBehind(asked, { question, turns: turns.slice(0, at), replaced: gone, replaceFrom: ids[0] });
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}

/** Stops what is being answered. What there is of it stays. */
export function stopAnswer(ownerId: string): void {
  underWay.get(ownerId)?.abort();
  const newest = conversationOf(ownerId)?.turns.at(-1);
  if (newest?.state.step === 'answering')
    changeTurn(ownerId, newest.key, (turn) => ({ ...turn, state: { step: 'stopped' } }));
}

/** Says what the person thinks of an answer; the same once more takes it back. */
export async function rateTurn(ownerId: string, turn: Turn, rating: Rating): Promise<void> {
  if (turn.answerId === undefined) return;
  const wanted = turn.feedback?.rating === rating ? undefined : rating;
  try {
    const feedback = await rateAnswer(turn.answerId, turn.feedback, wanted);
    changeTurn(ownerId, turn.key, (now) => ({ ...now, feedback }));
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}

/** A conversation that was deleted is not shown any more. */
export function forgetConversation({ ownerId, chatId }: ConversationOf): void {
  if (conversationOf(ownerId)?.chatId === chatId || openChatOf(ownerId) === chatId) leaveConversation(ownerId);
}
