import { Trash2 } from 'lucide-react';
import { countOf } from '../../shared/text/format.ts';

export interface BinLinkProps {
  readonly count: number;
  readonly href: string;
  /** One of what is counted, if it is more than a thing. */
  readonly what?: string;
}

/** A line that leads to what was deleted and can be brought back; nothing while there is nothing. */
export function BinLink({ count, href, what = 'thing' }: BinLinkProps) {
  if (count === 0) return null;
  return (
    <p className="pt-4 text-secondary">
      <a href={href} className="inline-flex items-center gap-1.5 text-muted hover:text-ink [&_svg]:size-3.5">
        <Trash2 aria-hidden="true" />
        {countOf(count, what)} in the bin
      </a>
    </p>
  );
}
