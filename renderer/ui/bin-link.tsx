import { Trash2 } from 'lucide-react';
import { t } from '../../shared/texts/t.ts';

export interface BinLinkProps {
  readonly count: number;
  readonly href: string;
  /** What is there, if it is more than things: "2 removed sources in the bin". */
  readonly words?: string;
}

/** A link to what was deleted and can be restored; nothing while there is nothing. */
export function BinLink({ count, href, words }: BinLinkProps) {
  if (count === 0) return null;
  return (
    <p className="pt-4 text-secondary">
      <a href={href} className="inline-flex items-center gap-1.5 text-muted hover:text-ink [&_svg]:size-3.5">
        <Trash2 aria-hidden="true" />
        {words ?? t('{count, plural, one {# thing} other {# things}} in the bin', { count })}
      </a>
    </p>
  );
}
