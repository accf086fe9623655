import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** `primary`: the one main action of a screen. `danger`: confirms a loss. `quiet`: has no border. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'quiet-danger' | 'quiet-warning' | 'danger';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-border bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-hover',
  'quiet-danger': 'border-transparent bg-transparent text-danger hover:bg-danger-soft',
  'quiet-warning': 'border-transparent bg-transparent text-warning hover:bg-warning-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
};

function lookOf(look: ButtonLook, className: string | undefined): string {
  return classNames(
    'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 font-medium whitespace-nowrap',
    'transition-colors duration-80 disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    looks[look],
    className,
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  readonly icon?: ReactNode;
}

export function Button({ look = 'plain', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={lookOf(look, className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends ComponentProps<'a'> {
  readonly icon?: ReactNode;
}

/** A link among buttons: it leads to another page. */
export function LinkButton({ icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a className={lookOf('plain', className)} {...rest}>
      {icon}
      {children}
    </a>
  );
}
