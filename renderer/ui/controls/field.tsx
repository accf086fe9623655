import { type ReactNode, useId } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../class-names.ts';

/** What the control inside must carry, so that its label, help and problem are read out with it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** Several texts stand in lines of their own. */
  readonly help?: string | readonly string[] | undefined;
  /** What is wrong with the value; undefined when nothing is. */
  readonly problem?: string | undefined;
  /** It has no value yet and needs one: said beside the label, and no fault so far. */
  readonly isMissing?: boolean;
  /** The control stands beside its label: for switches. */
  readonly isInline?: boolean;
  /** A small control at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly className?: string;
  children(control: FieldControl): ReactNode;
}

/** A labelled control with its help and its problem. */
export function Field(props: FieldProps) {
  const { label, help = [], problem, isMissing = false, isInline = false, aside, className, children } = props;
  const id = useId();
  const helps = typeof help === 'string' ? [help] : help;
  const described = [
    isMissing ? `${id}-missing` : '',
    problem === undefined ? '' : `${id}-problem`,
    helps.length === 0 ? '' : `${id}-help`,
  ].filter(Boolean);
  const control = children({
    id,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem === undefined ? undefined : true,
  });
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className={classNames('font-medium', aside !== undefined && 'flex-1')}>
          {label}
        </label>
        {isMissing ? (
          <span id={`${id}-missing`} className="text-secondary text-warning">
            {t('Needed')}
          </span>
        ) : null}
        {isInline ? control : null}
        {aside}
      </div>
      {isInline ? null : control}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="text-secondary text-danger">
          {problem}
        </p>
      )}
      {helps.length === 0 ? null : (
        <div id={`${id}-help`} className="text-secondary text-muted">
          {helps.map((text) => (
            <p key={text} className="break-words">
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
