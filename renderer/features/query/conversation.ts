import { create } from 'zustand';
import type { AnswerCitation, AnswerEvent, FoundPassage } from '../../../shared/api/predictions.ts';
import { askInApp } from '../../api/answers.ts';
import { messageOf } from '../../api/client.ts';
import type { QueryTarget } from './query-target.ts';

/** A question and what there is of its answer. */
export interface Turn {
  /** In its conversation, from 1. */
  readonly number: number;
  readonly question: string;
  readonly passages: readonly FoundPassage[];
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly state:
    | { readonly step: 'answering' | 'answered' | 'stopped' }
    | { readonly step: 'failed'; readonly message: string };
}

export interface Conversation {
  readonly chatId: string;
  /** Newest first. */
  readonly turns: readonly Turn[];
}

const none: Conversation = { chatId: '', turns: [] };

/** The conversation with each flow or store. It lives outside of the panel, so that closing that stops nothing. */
const useConversationStore = create<{ readonly byOwner: Readonly<Record<string, Conversation>> }>()(() => ({
  byOwner: {},
}));

/** What is being answered for each owner. */
const underWay = new Map<string, AbortController>();

export function useConversation(ownerId: string): Conversation {
  return useConversationStore(({ byOwner }) => byOwner[ownerId] ?? none);
}

export function conversationOf(ownerId: string): Conversation {
  return useConversationStore.getState().byOwner[ownerId] ?? none;
}

function put(ownerId: string, conversation: Conversation): void {
  useConversationStore.setState(({ byOwner }) => ({ byOwner: { ...byOwner, [ownerId]: conversation } }));
}

/** Browsers make UUIDs for pages of a secure origin only. */
function newChatId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A turn with what an event says of it. */
function withEvent(turn: Turn, event: AnswerEvent): Turn {
  switch (event.event) {
    case 'passages':
      return { ...turn, passages: event.data };
    case 'token':
      return { ...turn, text: turn.text + event.data };
    case 'citations':
      return { ...turn, citations: event.data };
    case 'error':
      return { ...turn, state: { step: 'failed', message: event.data } };
    case 'abort':
      return { ...turn, state: { step: 'stopped' } };
    case 'metadata':
      return { ...turn, state: { step: 'answered' } };
    default:
      return turn;
  }
}

function changeNewest(ownerId: string, change: (turn: Turn) => Turn): void {
  const { chatId, turns } = conversationOf(ownerId);
  const [newest, ...others] = turns;
  if (newest !== undefined) put(ownerId, { chatId, turns: [change(newest), ...others] });
}

/** Asks a question in the conversation with a flow or store; what is being answered there is stopped. */
export async function askInConversation(
  { id: ownerId, stopNodeId }: Pick<QueryTarget, 'id' | 'stopNodeId'>,
  question: string,
): Promise<void> {
  stopAnswer(ownerId);
  const controller = new AbortController();
  underWay.set(ownerId, controller);
  const { chatId, turns } = conversationOf(ownerId);
  const asked: Turn = {
    ...{ number: turns.length + 1, question, state: { step: 'answering' } },
    ...{ passages: [], text: '', citations: [] },
  };
  const chat = { ownerId, chatId: chatId === '' ? newChatId() : chatId, question, stopNodeId };
  put(ownerId, { chatId: chat.chatId, turns: [asked, ...turns] });
  try {
    for await (const event of askInApp(chat, controller.signal)) {
      controller.signal.throwIfAborted();
      changeNewest(ownerId, (turn) => withEvent(turn, event));
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    changeNewest(ownerId, (turn) => ({ ...turn, state: { step: 'failed', message: messageOf(error) } }));
  }
}

/** Stops what is being answered. What there is of it stays. */
export function stopAnswer(ownerId: string): void {
  underWay.get(ownerId)?.abort();
  changeNewest(ownerId, (turn) => (turn.state.step === 'answering' ? { ...turn, state: { step: 'stopped' } } : turn));
}

/** Begins another conversation. */
export function leaveConversation(ownerId: string): void {
  stopAnswer(ownerId);
  put(ownerId, none);
}
