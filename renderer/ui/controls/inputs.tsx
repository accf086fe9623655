import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

const box =
  'w-full rounded-control border border-border-strong/60 bg-surface text-ink placeholder:text-muted/80 transition-colors duration-80 ' +
  'hover:border-border-strong focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger disabled:opacity-50';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      className={classNames(box, 'h-8 px-2', className)}
      {...rest}
    />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={4} spellCheck={false} className={classNames(box, 'resize-y px-2 py-1.5', className)} {...rest} />
  );
}

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Shown inside, at the end: `characters`, `ms`. */
  readonly unit?: string | undefined;
}

/** A number as text: what cannot be read as one stays as typed, so that its problem can be shown. */
export function NumberInput({ unit, className, ...rest }: NumberInputProps) {
  return (
    <div className="relative">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={classNames(box, 'tabular h-8 px-2', unit !== undefined && 'pr-24', className)}
        {...rest}
      />
      {unit === undefined ? null : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-secondary text-muted"
        >
          {unit}
        </span>
      )}
    </div>
  );
}
