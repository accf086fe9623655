import { LoaderCircle, Search, X } from 'lucide-react';
import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { QUESTION_ID } from '../../stores/editor-layout-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { olderQuestion, useQuestionHistory } from './question-history.ts';

export function focusQuestion(): void {
  document.getElementById(QUESTION_ID)?.focus();
}

export interface QuestionBoxProps {
  readonly ownerId: string;
  readonly query: string;
  readonly isAsking: boolean;
  /** @param isWhole false while a word is put together from several keys */
  readonly onType: (query: string, isWhole?: boolean) => void;
  readonly onAsk: () => void;
  /** Goes to what is below the field; false where there is nothing. */
  readonly onDown: () => boolean;
}

/** The field of the question. Enter asks, up in the empty field brings back the last question, down goes to the passages. */
export function QuestionBox({ ownerId, query, isAsking, onType, onAsk, onDown }: QuestionBoxProps) {
  const history = useQuestionHistory(ownerId);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onAsk();
    focusQuestion();
  }
  function onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    // What is put together from keys, as Chinese is, is no word before it is whole.
    const isWhole = !('isComposing' in nativeEvent && nativeEvent.isComposing === true);
    onType(currentTarget.value, isWhole);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && onDown()) event.preventDefault();
    const older = event.key === 'ArrowUp' ? olderQuestion(history, query) : undefined;
    if (older === undefined) return;
    event.preventDefault();
    onType(older);
  }
  return (
    <form className="flex gap-2" onSubmit={submit}>
      <label htmlFor={QUESTION_ID} className="sr-only">
        {t('Question')}
      </label>
      <div className="relative min-w-0 flex-1">
        <span aria-hidden="true" className="pointer-events-none absolute top-2 left-2 text-muted [&>svg]:size-4">
          {isAsking ? <LoaderCircle className="animate-spin" /> : <Search />}
        </span>
        <TextInput
          id={QUESTION_ID}
          autoFocus
          placeholder={t('Ask a question')}
          maxLength={100_000}
          className="pr-8 pl-8"
          value={query}
          onChange={onChange}
          onCompositionEnd={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {query === '' ? null : (
          <IconButton
            label={t('Clear the question')}
            icon={<X />}
            className="absolute top-0 right-0"
            onClick={() => {
              onType('');
              focusQuestion();
            }}
          />
        )}
      </div>
      <Button type="submit" disabled={query.trim() === ''}>
        {t('Ask')}
      </Button>
    </form>
  );
}
