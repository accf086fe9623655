import { Switch as Radix } from 'radix-ui';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly size?: 'normal' | 'small';
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

export function Switch({ size = 'normal', ...rest }: SwitchProps) {
  const small = size === 'small';
  return (
    <Radix.Root
      className={`${small ? 'h-4 w-7' : 'h-5 w-9'} shrink-0 rounded-full bg-border-strong transition-colors duration-80 data-[state=checked]:bg-accent disabled:opacity-50`}
      {...rest}
    >
      <Radix.Thumb
        className={`block rounded-full bg-surface transition-transform duration-80 ${
          small
            ? 'size-3 translate-x-0.5 data-[state=checked]:translate-x-3.5'
            : 'size-4 translate-x-0.5 data-[state=checked]:translate-x-4.5'
        }`}
      />
    </Radix.Root>
  );
}
