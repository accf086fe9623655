import { Search } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { closeAsk } from '../../store/editor-layout-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Answer } from './answer.tsx';
import { type AskMode, type AskSession, askFlow, updateAsk, useAskSession } from './ask-session.ts';

const modes = [
  { value: 'hybrid', label: 'Words and meaning', help: 'Finds the same words and the same meaning' },
  { value: 'vector', label: 'Meaning', help: 'Finds other words for the same thing' },
  { value: 'keyword', label: 'Words', help: 'Finds names, numbers and exact terms' },
] as const satisfies readonly { value: AskMode; label: string; help: string }[];

const counts = [3, 5, 10, 20].map((count) => ({ value: String(count), label: `${count} passages` }));

interface QuestionProps {
  readonly session: AskSession;
  readonly onChange: (change: Partial<AskSession>) => void;
  readonly onAsk: () => void;
}

function Question({ session, onChange, onAsk }: QuestionProps) {
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onAsk();
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        Question
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
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

/** The right panel of the editor that asks the flow's vector store. */
export function AskPanel({ chatflowId }: { readonly chatflowId: string }) {
  const session = useAskSession(chatflowId);
  const ask = () => {
    void askFlow(chatflowId);
  };
  return (
    <Panel title="Ask" onClose={closeAsk} className="h-full">
      <div className="flex flex-col gap-4 p-4">
        <Question
          session={session}
          onChange={(change) => {
            updateAsk(chatflowId, change);
            // Another way to search is another answer to the same question.
            if (change.query === undefined && session.state.step !== 'idle') ask();
          }}
          onAsk={ask}
        />
        <div aria-live="polite">
          <Answer state={session.state} onRetry={ask} />
        </div>
      </div>
    </Panel>
  );
}
