import { ToggleGroup } from 'radix-ui';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onValueChange: (value: Value) => void;
}

/** A choice between a few, side by side; arrows go from one to the next. */
export function Segments<Value extends string>({ label, value, options, onValueChange }: SegmentsProps<Value>) {
  function choose(chosen: string): void {
    const option = options.find((one) => one.value === chosen);
    // A click on the chosen one would leave none.
    if (option !== undefined) onValueChange(option.value);
  }
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="inline-flex rounded-control border border-border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-6.5 rounded-sm px-2.5 font-medium text-muted transition-colors duration-80 hover:text-ink data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
