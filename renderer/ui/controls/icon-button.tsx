import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Says what it does; read out, and shown on hover. */
  readonly label: string;
  /** Shown on hover in place of the label, when there is more to say. */
  readonly hint?: ReactNode;
  readonly icon: ReactNode;
  /** Shown beside the label on hover, as `Ctrl+Z`. */
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

export function IconButton({ label, hint, icon, shortcut, side = 'bottom', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hint ?? label} shortcut={shortcut} side={side}>
      <button
        type="button"
        aria-label={label}
        className={classNames(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-80',
          'hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink aria-[current=page]:bg-accent-soft',
          'aria-[current=page]:text-accent disabled:pointer-events-none disabled:opacity-40 [&_svg]:size-4',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
