import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';

/** What is looked for in a list of messages. */
export interface ProblemWish {
  readonly words: string;
  readonly isOnlyProblems: boolean;
}

export const EVERYTHING: ProblemWish = { words: '', isOnlyProblems: false };

interface ProblemSearchProps {
  readonly label: string;
  readonly wish: ProblemWish;
  readonly onWish: (wish: ProblemWish) => void;
  /** Buttons about what is found. */
  readonly children: ReactNode;
}

/** A row of a search field, a switch for problems only, and buttons. */
export function ProblemSearch({ label, wish, onWish, children }: ProblemSearchProps) {
  const { words, isOnlyProblems } = wish;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1">
        <SearchField label={label} value={words} onChange={(typed) => onWish({ words: typed, isOnlyProblems })} />
      </div>
      <Button
        aria-pressed={isOnlyProblems}
        onClick={() => onWish({ words, isOnlyProblems: !isOnlyProblems })}
        className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        {t('Only problems')}
      </Button>
      {children}
    </div>
  );
}
