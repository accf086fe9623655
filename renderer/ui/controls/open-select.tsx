import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { TextInput } from './inputs.tsx';
import { Select, type SelectProps } from './select.tsx';

/** Stands in the list for "none of these"; no real value has a space at its beginning. */
const OTHER = ' other';

export interface OpenSelectProps extends SelectProps {
  readonly placeholder?: string | undefined;
}

/** One of a list, or any other text, which is typed into a field of its own below the list. */
export function OpenSelect({ value, options, onValueChange, placeholder, ...rest }: OpenSelectProps) {
  const isKnown = options.some((option) => option.value === value);
  const [isOtherWanted, setIsOtherWanted] = useState(false);
  const isOther = !isKnown || isOtherWanted;
  function pick(picked: string) {
    setIsOtherWanted(picked === OTHER);
    if (picked !== OTHER) onValueChange(picked);
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        {...rest}
        value={isOther ? OTHER : value}
        options={[...options, { value: OTHER, label: t('Other…'), help: t('Type its name.') }]}
        onValueChange={pick}
      />
      {isOther ? (
        <TextInput
          aria-label={t('Other')}
          aria-describedby={rest['aria-describedby']}
          aria-invalid={rest['aria-invalid']}
          placeholder={placeholder}
          value={isKnown ? '' : value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      ) : null}
    </div>
  );
}
