import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';

interface NameFormProps {
  readonly label: string;
  readonly start?: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the name of a version. */
export function NameForm({ label, start = '', submit, isBusy, onName, onCancel }: NameFormProps) {
  const [name, setName] = useState(start);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed !== '') onName(trimmed);
  }
  return (
    <form className="flex gap-2" onSubmit={onSubmit}>
      <TextInput
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" disabled={isBusy || name.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
