import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { splitMessage } from '../../ui/feedback/error-notice.tsx';

export interface QuestionBoxProps {
  readonly isAsking: boolean;
  /** Why the last question could not be placed. */
  readonly error: Error | null;
  readonly onAsk: (question: string) => void;
}

/** Asks a question that is to be shown on the map. */
export function QuestionBox({ isAsking, error, onAsk }: QuestionBoxProps) {
  const [question, setQuestion] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (question.trim() !== '') onAsk(question.trim());
  }
  const said = error === null ? undefined : splitMessage(error.message);
  return (
    <div className="shrink-0 border-b border-border px-4 py-2">
      <form className="flex max-w-160 gap-2" onSubmit={submit}>
        <TextInput
          aria-label={t('Question')}
          placeholder={t('Where would the answer to a question be?')}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" icon={<Search />} disabled={isAsking || question.trim() === ''}>
          {isAsking ? t('Looking…') : t('Show on the map')}
        </Button>
      </form>
      {said === undefined ? null : (
        <p role="alert" className="mt-1.5 text-danger">
          {said.whatHappened} {said.whatToDo}
        </p>
      )}
    </div>
  );
}
