import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { locale, t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const day = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long' });

export interface BinRowProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** What it is, before when it was deleted. */
  readonly about: ReactNode;
  /** Undefined where that is not known. */
  readonly deletedDate?: string;
  readonly goesDate: string;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
  /** Deletes it for good; undefined where it only waits. */
  readonly onRemove?: () => void;
}

/** Something in the bin, with its two ways out. */
export function BinRow({ icon, name, about, deletedDate, goesDate, isBusy, onRestore, onRemove }: BinRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-4 border-b border-border py-2 pr-4 pl-5 last:border-b-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={name}>
          {name}
        </p>
        <p className="truncate text-secondary text-muted">
          {about} ·{' '}
          {deletedDate === undefined ? null : (
            <>{rich('deleted {when}', { when: <TimeAgo date={deletedDate} /> })} · </>
          )}
          {t('goes for good on {day}', { day: day.format(new Date(goesDate)) })}
        </p>
      </div>
      <Button
        icon={<Undo2 aria-hidden="true" />}
        aria-label={t('Bring back {name}', { name })}
        disabled={isBusy}
        onClick={onRestore}
      >
        {isBusy ? t('Working…') : t('Bring back')}
      </Button>
      {onRemove === undefined ? null : (
        <Button look="quiet-danger" aria-label={t('Delete now: {name}', { name })} disabled={isBusy} onClick={onRemove}>
          {t('Delete now')}
        </Button>
      )}
    </li>
  );
}

export interface BinSectionProps {
  readonly title: string;
  /** Of the list, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A list of one kind of things in the bin. */
export function BinSection({ title, label, children }: BinSectionProps) {
  return (
    <section className="mb-8">
      <h2 className="mb-2 text-section font-semibold">{title}</h2>
      <ul aria-label={label} className="overflow-hidden rounded-card border border-border bg-surface">
        {children}
      </ul>
    </section>
  );
}
