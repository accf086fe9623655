import { Command } from 'cmdk';
import type { ReactNode } from 'react';

/** What a searched list says when nothing fits. A list box has to have an entry, so this is one that can't be chosen. */
export function NoHit({ children }: { readonly children: ReactNode }) {
  return (
    <div role="option" aria-disabled="true" aria-selected="false" tabIndex={-1} className="px-2 py-4 text-muted">
      {children}
    </div>
  );
}

/** The same for a list of cmdk, which shows it by itself. */
export function CommandNoHit({ children }: { readonly children: ReactNode }) {
  return (
    <Command.Empty>
      <NoHit>{children}</NoHit>
    </Command.Empty>
  );
}
