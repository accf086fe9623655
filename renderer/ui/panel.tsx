import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../shared/texts/t.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './controls/icon-button.tsx';

export interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly onClose?: (() => void) | undefined;
  /** Words of the closing button: "Close versions". */
  readonly closeLabel?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled region of the window that scrolls by itself. */
export function Panel({ title, actions, onClose, closeLabel, className, children }: PanelProps) {
  return (
    <section aria-label={title} className={classNames('flex min-h-0 min-w-0 flex-col bg-surface', className)}>
      <header className="flex h-10 shrink-0 items-center justify-between gap-2 border-b border-border pr-1 pl-4">
        <h2 className="truncate font-semibold">{title}</h2>
        <div className="flex items-center">
          {actions}
          {onClose === undefined ? null : (
            <IconButton label={closeLabel ?? t('Close')} icon={<X />} onClick={onClose} />
          )}
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </section>
  );
}
