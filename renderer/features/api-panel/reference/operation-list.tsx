import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { ApiDocument } from '../../../api/api-document.ts';
import { hrefOf } from '../../../stores/router.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { findOperations, type OperationGroup } from './find-operations.ts';
import { MethodWord } from './method-word.tsx';

/** The arrow keys go from link to link, so that Tab leaves the list at once. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  links[at + step]?.focus();
}

/** In place of an operation: what holds for all. */
export const ABOUT = 'about';

interface GroupProps {
  readonly group: OperationGroup;
  readonly currentId: string | undefined;
  /** The link that Tab reaches. */
  readonly entryId: string | undefined;
}

function Group({ group: { tag, operations }, currentId, entryId }: GroupProps) {
  return (
    <section aria-label={tag} className="pb-3">
      <h2 className="sticky top-0 bg-canvas px-3 py-1 font-semibold">{tag}</h2>
      <ul>
        {operations.map(({ operationId, method, summary, path }) => (
          <li key={operationId}>
            <a
              href={hrefOf({ page: 'http-api', operationId })}
              aria-current={operationId === currentId ? 'page' : undefined}
              tabIndex={operationId === entryId ? 0 : -1}
              title={`${method} ${path}`}
              className={classNames(
                'flex gap-2 rounded-control px-3 py-1 transition-colors duration-80',
                operationId === currentId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <MethodWord method={method} className="w-12 pt-0.5" />
              <span className="min-w-0 flex-1">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface OperationListProps {
  readonly document: ApiDocument;
  readonly currentId: string | undefined;
  readonly className?: string;
}

/** All operations by resource, with a search. */
export function OperationList({ document: api, currentId, className }: OperationListProps) {
  const [words, setWords] = useState('');
  const groups = findOperations(api, words);
  const found = groups.flatMap(({ operations }) => operations);
  const entryId = (found.find(({ operationId }) => operationId === currentId) ?? found[0])?.operationId;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (currentId === undefined) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div className={classNames('min-h-0 flex-col', className)}>
      <div className="px-3 pt-4 pb-2">
        <SearchField label={t('Search operations')} value={words} onChange={setWords} />
        <p role="status" className="mt-2 text-secondary text-muted">
          {found.length === 0
            ? t('No operation has all these words.')
            : t('{count, plural, one {# operation} other {# operations}}', { count: found.length })}
        </p>
      </div>
      <nav
        ref={list}
        aria-label={t('Operations')}
        className="min-h-0 flex-1 overflow-y-auto px-1"
        onKeyDown={moveFocus}
      >
        <a
          href={hrefOf({ page: 'http-api', operationId: ABOUT })}
          aria-current={currentId === ABOUT ? 'page' : undefined}
          className={classNames(
            'mb-2 block rounded-control px-3 py-1 transition-colors duration-80',
            currentId === ABOUT ? 'bg-accent-soft' : 'hover:bg-hover',
          )}
        >
          {t('Address, keys and errors')}
        </a>
        {groups.map((group) => (
          <Group key={group.tag} group={group} currentId={currentId} entryId={entryId} />
        ))}
      </nav>
    </div>
  );
}
