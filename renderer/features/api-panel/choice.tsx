import { RadioGroup } from 'radix-ui';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few, side by side. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className="inline-flex self-start rounded-control border border-border bg-surface p-0.5"
    >
      {options.map(([name, text]) => (
        <RadioGroup.Item
          key={name}
          value={name}
          className="h-7 rounded px-3 font-medium text-muted transition-colors duration-80 hover:text-ink data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent"
        >
          {text}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
