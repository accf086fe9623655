import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Stored questions of one flow or store: as many as a list shows without scrolling far. */
const MOST_QUESTIONS = 30;
/** Flows and stores whose questions are stored: those that were queried last. */
const MOST_OWNERS = 50;
/** Longer ones are texts that were pasted in. Characters. */
const LONGEST = 500;

interface HistoryStore {
  /** Newest first, beginning with the owner that was queried last. */
  readonly owners: readonly { readonly id: string; readonly questions: readonly string[] }[];
}

const none: readonly string[] = [];

/** This browser stores the questions to each flow and document store. */
const useHistoryStore = create<HistoryStore>()(
  persist((): HistoryStore => ({ owners: [] }), {
    name: 'tributary.questions',
    storage: createJSONStorage(() => localStorage),
  }),
);

/** The questions to a flow or store, newest first. */
export function useQuestionHistory(ownerId: string): readonly string[] {
  return useHistoryStore(({ owners }) => owners.find(({ id }) => id === ownerId)?.questions ?? none);
}

/** Stores a question; one that is stored already becomes the newest. */
export function rememberQuestion(ownerId: string, text: string): void {
  const question = text.trim();
  if (question === '' || question.length > LONGEST) return;
  useHistoryStore.setState(({ owners }) => {
    const before = owners.find(({ id }) => id === ownerId)?.questions ?? none;
    const questions = [question, ...before.filter((other) => other !== question)].slice(0, MOST_QUESTIONS);
    const others = owners.filter(({ id }) => id !== ownerId);
    return { owners: [{ id: ownerId, questions }, ...others].slice(0, MOST_OWNERS) };
  });
}

/** Forgets the questions to a flow or store. */
export function clearQuestions(ownerId: string): void {
  useHistoryStore.setState(({ owners }) => ({ owners: owners.filter(({ id }) => id !== ownerId) }));
}

/** The question before the one that stands in the field, going back from the newest; undefined where there is none. */
export function olderQuestion(questions: readonly string[], shown: string): string | undefined {
  if (shown === '') return questions[0];
  const index = questions.indexOf(shown);
  return index < 0 ? undefined : questions[index + 1];
}
