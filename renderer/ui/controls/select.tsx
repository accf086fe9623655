import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { classNames } from '../class-names.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly help?: string | undefined;
}

export interface SelectProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onValueChange: (value: string) => void;
  readonly onOpen?: () => void;
  /** The list has closed: the focus goes back to the field, unless the event's default is prevented. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  readonly id?: string;
  readonly className?: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

/** Stands for "" inside, which to Radix means that nothing is chosen; no real value is like it. */
const EMPTY = ' empty';

function toInside(value: string): string {
  return value === '' ? EMPTY : value;
}

/** One of a fixed list. A value that is not in the list is shown as it is. */
export function Select({ value, options, onValueChange, onOpen, onCloseAutoFocus, className, ...rest }: SelectProps) {
  const isKnown = options.some((option) => option.value === value);
  return (
    <Radix.Root
      value={toInside(value)}
      onValueChange={(picked) => onValueChange(picked === EMPTY ? '' : picked)}
      onOpenChange={(isOpen) => (isOpen ? onOpen?.() : undefined)}
    >
      <Radix.Trigger
        className={classNames(
          'flex h-8 w-full items-center justify-between gap-2 rounded-control border border-border-strong/60 bg-surface px-2 text-left',
          'transition-colors duration-80 hover:border-border-strong aria-invalid:border-danger',
          className,
        )}
        {...rest}
      >
        <span className="truncate">{isKnown ? <Radix.Value /> : value}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
          className="z-50 max-h-80 max-w-[max(var(--radix-select-trigger-width),16rem)] min-w-(--radix-select-trigger-width) overflow-hidden rounded-control border border-border bg-raised shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={toInside(option.value)}
                className="grid grid-cols-[1fr_16px] gap-x-3 rounded px-2 py-1.5 outline-none select-none data-highlighted:bg-hover"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="row-span-2 mt-0.5">
                  <Check aria-hidden="true" className="size-4 text-accent" />
                </Radix.ItemIndicator>
                {option.help === undefined ? null : (
                  <span className="col-start-1 text-secondary text-muted">{option.help}</span>
                )}
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
