import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { closeQuery, openQuery, QUESTION_ID } from '../../stores/editor-layout-store.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Answer } from './answer.tsx';
import { type QueryMode, type QuerySession, queryFlow, updateSession, useQuerySession } from './query-session.ts';

const modes = [
  { value: 'hybrid', label: 'Words and meaning', help: 'Finds the same words and the same meaning' },
  { value: 'vector', label: 'Meaning', help: 'Finds other words for the same thing' },
  { value: 'keyword', label: 'Words', help: 'Finds names, numbers and exact terms' },
] as const satisfies readonly { value: QueryMode; label: string; help: string }[];

const counts = [3, 5, 10, 20].map((count) => ({ value: String(count), label: `${count} passages` }));

interface QuestionProps {
  readonly session: QuerySession;
  readonly onChange: (change: Partial<QuerySession>) => void;
  readonly onQuery: () => void;
}

function Question({ session, onChange, onQuery }: QuestionProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onQuery();
    openQuery();
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <label htmlFor={QUESTION_ID} className="sr-only">
        Question
      </label>
      <div className="flex gap-2">
        <TextInput
          id={QUESTION_ID}
          autoFocus
          placeholder="What do you want to know?"
          maxLength={100_000}
          value={session.query}
          onChange={(event) => onChange({ query: event.target.value })}
        />
        <Button type="submit" icon={<Search />} disabled={session.query.trim() === ''}>
          Ask
        </Button>
      </div>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Select
          aria-label="Search by"
          value={session.mode}
          options={modes}
          onValueChange={(value) => onChange({ mode: modes.find((mode) => mode.value === value)?.value ?? 'hybrid' })}
        />
        <Select
          aria-label="How many passages"
          value={String(session.topK)}
          options={counts}
          onValueChange={(value) => onChange({ topK: Number(value) })}
        />
      </div>
    </form>
  );
}

/** Whether a key is a letter or a sign that is meant for the question, wherever in the panel it was typed. */
function isForQuestion({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return false;
  return target instanceof Element && target.closest('input, [role="combobox"]') === null;
}

/** The keys of the panel: Escape goes back to where the focus was before, and what is typed goes into the question. */
function usePanelKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const [cameFrom] = useState(() => document.activeElement);
  return (event) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.defaultPrevented || !isInside) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      closeQuery();
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
    } else if (isForQuestion(event)) {
      event.stopPropagation();
      document.getElementById(QUESTION_ID)?.focus();
    }
  };
}

/** The tab of the right panel that queries the flow's vector store. */
export function QueryPanel({ chatflowId }: { readonly chatflowId: string }) {
  const session = useQuerySession(chatflowId);
  const onKeyDown = usePanelKeys();
  const query = () => {
    void queryFlow(chatflowId);
  };
  return (
    <section aria-label="Ask" className="flex flex-col gap-4 p-4" onKeyDown={onKeyDown}>
      <h2 className="sr-only">Ask</h2>
      <Question
        session={session}
        onChange={(change) => {
          updateSession(chatflowId, change);
          // Another way to search is another answer to the same question.
          if (change.query === undefined && session.state.step !== 'idle') query();
        }}
        onQuery={query}
      />
      <a
        className="self-start rounded-sm text-secondary text-accent hover:underline"
        href={hrefOf({ page: 'tester', ownerId: chatflowId })}
      >
        Compare ways to search
      </a>
      <div aria-live="polite">
        <Answer chatflowId={chatflowId} state={session.state} onRetry={query} />
      </div>
    </section>
  );
}
