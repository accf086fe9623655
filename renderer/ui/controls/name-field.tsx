import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { TextInput } from './inputs.tsx';

export interface NameFieldProps {
  readonly name: string;
  /** With the new name; undefined when it is to stay. */
  readonly onDone: (name: string | undefined) => void;
}

/** Renames in place: Enter or leaving saves, Escape leaves it as it was. */
export function NameField({ name, onDone }: NameFieldProps) {
  const [draft, setDraft] = useState(name);
  const [isOver, setIsOver] = useState(false);
  function finish(text: string | undefined) {
    if (isOver) return;
    setIsOver(true);
    const wanted = text?.trim();
    onDone(wanted === undefined || wanted === '' || wanted === name ? undefined : wanted);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') finish(draft);
    if (event.key !== 'Escape') return;
    // It is the name that is left, not what it stands in.
    event.preventDefault();
    finish(undefined);
  }
  return (
    <TextInput
      ref={(input) => input?.focus()}
      aria-label={t('New name')}
      maxLength={255}
      className="relative max-w-80 font-semibold"
      value={draft}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => finish(draft)}
      onKeyDown={onKeyDown}
    />
  );
}
