import { PencilLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextInput } from '../../../ui/controls/inputs.tsx';
import { focusQuestion } from '../question-box.tsx';

interface EditQuestionProps {
  readonly question: string;
  /** With the new words; undefined when it stays as it is. */
  readonly onDone: (question: string | undefined) => void;
}

function EditQuestion({ question, onDone }: EditQuestionProps) {
  const [draft, setDraft] = useState(question);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (draft.trim() !== '') onDone(draft.trim());
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDone(undefined);
      }}
    >
      <TextInput
        ref={(input) => input?.focus()}
        aria-label={t('Question to ask instead')}
        maxLength={100_000}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <p className="text-secondary text-muted">{t('What was asked and answered from here on is replaced.')}</p>
      <div className="flex gap-2">
        <Button type="submit" disabled={draft.trim() === ''}>
          {t('Ask instead')}
        </Button>
        <Button look="quiet" onClick={() => onDone(undefined)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

interface TurnQuestionProps {
  readonly question: string;
  readonly onAskInstead: (question: string) => void;
}

/** A question that was asked, which can be changed and asked again. */
export function TurnQuestion({ question, onAskInstead }: TurnQuestionProps) {
  const [isEditing, setIsEditing] = useState(false);
  function finish(changed: string | undefined): void {
    setIsEditing(false);
    focusQuestion();
    if (changed !== undefined) onAskInstead(changed);
  }
  if (isEditing) return <EditQuestion question={question} onDone={finish} />;
  return (
    <div className="group flex items-start gap-1 rounded-card bg-sunken py-1 pr-1 pl-3">
      <h3 dir="auto" className="min-w-0 flex-1 py-1.5 font-semibold break-words whitespace-pre-line">
        {question}
      </h3>
      <IconButton
        label={t('Change the question')}
        icon={<PencilLine />}
        className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100"
        onClick={() => setIsEditing(true)}
      />
    </div>
  );
}
