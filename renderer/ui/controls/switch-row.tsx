import { useId } from 'react';
import { Switch } from './switch.tsx';

export interface SwitchRowProps {
  readonly title: string;
  /** What programs call it; beside the title. */
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch with its label at the left, for lists of them. */
export function SwitchRow({ title, name, isOn, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex min-h-7 items-center justify-between gap-3">
      <label htmlFor={id} className="min-w-0 py-1">
        {title} <code className="text-secondary break-all text-muted">{name}</code>
      </label>
      <Switch id={id} size="small" checked={isOn} onCheckedChange={onChange} />
    </div>
  );
}
