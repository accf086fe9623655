import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Flows and stores whose open conversation is stored: those that were asked last. */
const MOST_OWNERS = 50;

/** What is open with an owner that was left for a new conversation. */
export const NEW_CHAT = '';

const StoredSchema = z
  .object({ chats: z.array(z.object({ ownerId: z.string(), chatId: z.string() })).catch([]) })
  .catch({ chats: [] });

/** This browser stores which conversation is open with each flow and document store, the last asked first. */
const useOpenChats = create<z.output<typeof StoredSchema>>()(
  persist((): z.output<typeof StoredSchema> => ({ chats: [] }), {
    name: 'tributary.conversations',
    storage: createJSONStorage(() => localStorage),
    merge: (stored) => StoredSchema.parse(stored),
  }),
);

/** The conversation that was open last with a flow or store; undefined where none was. */
export function openChatOf(ownerId: string): string | undefined {
  return useOpenChats.getState().chats.find((chat) => chat.ownerId === ownerId)?.chatId;
}

export function rememberOpenChat(ownerId: string, chatId: string): void {
  useOpenChats.setState(({ chats }) => ({
    chats: [{ ownerId, chatId }, ...chats.filter((chat) => chat.ownerId !== ownerId)].slice(0, MOST_OWNERS),
  }));
}
