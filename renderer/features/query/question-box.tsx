import { LoaderCircle, Search, Square, X } from 'lucide-react';
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
  /** Goes to what was found; false where there is nothing. */
  readonly onDown: () => boolean;
  /** Ends what is being answered; undefined where nothing is, or it needs no end. */
  readonly onStop?: (() => void) | undefined;
}

/** Asks; while something is answered and nothing else is typed, stops that. */
function AskOrStop({ isEmpty, onStop }: Pick<QuestionBoxProps, 'onStop'> & { readonly isEmpty: boolean }) {
  if (onStop !== undefined && isEmpty) {
    return (
      <Button icon={<Square aria-hidden="true" />} onClick={onStop}>
        {t('Stop')}
      </Button>
    );
  }
  return (
    <Button type="submit" disabled={isEmpty}>
      {t('Ask')}
    </Button>
  );
}

/** The field of the question. Enter asks, up in the empty field brings back the last question, down goes to what was found. */
export function QuestionBox({ ownerId, query, isAsking, onType, onAsk, onDown, onStop }: QuestionBoxProps) {
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
      <AskOrStop isEmpty={query.trim() === ''} onStop={onStop} />
    </form>
  );
}
