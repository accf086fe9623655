import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { TextInput } from './inputs.tsx';
import type { SelectProps } from './select.tsx';

/** A text input that offers a list; other text is taken too (a model's id, say). */
export function Combobox({ value, options, onValueChange, className, ...rest }: SelectProps) {
  const [isOpen, setIsOpen] = useState(false);
  function pick(picked: string) {
    onValueChange(picked);
    setIsOpen(false);
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Anchor asChild>
        <div className={classNames('relative', className)}>
          <TextInput className="pr-8" value={value} onChange={(event) => onValueChange(event.target.value)} {...rest} />
          <Popover.Trigger
            aria-label="Show the list"
            className="absolute inset-y-1 right-1 flex w-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </Popover.Trigger>
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label="Choices"
          className="z-50 w-(--radix-popover-trigger-width) rounded-control border border-border bg-raised p-1 shadow-float"
        >
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              onClick={() => pick(option.value)}
              className="grid w-full grid-cols-[1fr_16px] gap-x-3 rounded px-2 py-1.5 text-left hover:bg-hover"
            >
              <span>{option.label}</span>
              {option.value === value ? (
                <Check aria-hidden="true" className="row-span-2 mt-0.5 size-4 text-accent" />
              ) : null}
              {option.help === undefined ? null : (
                <span className="col-start-1 text-secondary text-muted">{option.help}</span>
              )}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
