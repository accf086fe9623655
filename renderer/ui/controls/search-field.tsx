import { Search } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { TextInput } from './inputs.tsx';

export interface SearchFieldProps {
  /** Its name, and what stands in it while it is empty: "Search flows". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
  /** Gets the focus as soon as it is there. */
  readonly autoFocus?: boolean;
  /** Takes the best hit. */
  readonly onEnter?: (() => void) | undefined;
}

export function SearchField({ label, value, onChange, className, autoFocus = false, onEnter }: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
      <TextInput
        type="search"
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={label}
        className="pl-8"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // Enter that ends the typing of a Chinese word is part of the word.
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onEnter?.()}
      />
    </div>
  );
}
