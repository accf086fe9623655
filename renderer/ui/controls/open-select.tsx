import { useRef } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { TextInput } from './inputs.tsx';
import { Select, type SelectProps } from './select.tsx';

/** Stands in the list for "none of these"; no real value has a space at its beginning. */
const OTHER = ' other';
/** "None of these", and not typed yet: a form refuses it, where "" would stand for the default of the field. */
const NOT_TYPED = ' ';

export interface OpenSelectProps extends SelectProps {
  readonly placeholder?: string | undefined;
}

/** One of a list, or any other text, which is typed into a field of its own below the list. */
export function OpenSelect({ value, options, onValueChange, placeholder, ...rest }: OpenSelectProps) {
  const isOther = !options.some((option) => option.value === value);
  const field = useRef<HTMLInputElement>(null);
  function pick(picked: string) {
    if (picked !== OTHER) onValueChange(picked);
    else if (!isOther) onValueChange(NOT_TYPED);
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        {...rest}
        value={isOther ? OTHER : value}
        options={[...options, { value: OTHER, label: t('Other…'), help: t('Type its name.') }]}
        onValueChange={pick}
        onCloseAutoFocus={(event) => {
          if (field.current === null) return;
          event.preventDefault();
          field.current.focus();
        }}
      />
      {isOther ? (
        <TextInput
          ref={field}
          aria-label={t('Other')}
          aria-describedby={rest['aria-describedby']}
          aria-invalid={rest['aria-invalid']}
          placeholder={placeholder}
          value={value === NOT_TYPED ? '' : value}
          onChange={(event) => onValueChange(event.target.value === '' ? NOT_TYPED : event.target.value)}
        />
      ) : null}
    </div>
  );
}
