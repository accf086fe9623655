import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** What the control inside must carry, so that its label, help and problem are read out with it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  /** What is wrong with the value; undefined when nothing is. */
  readonly problem?: string | undefined;
  /** Beside the label, at the end of its line. */
  readonly aside?: ReactNode;
  readonly className?: string;
  children(control: FieldControl): ReactNode;
}

/** A labelled control with its help and its problem. */
export function Field({ label, help, problem, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [help === undefined ? '' : `${id}-help`, problem === undefined ? '' : `${id}-problem`].filter(
    Boolean,
  );
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="text-secondary text-danger">
          {problem}
        </p>
      )}
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-secondary text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
