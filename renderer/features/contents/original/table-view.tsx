import { useEffect, useRef } from 'react';
import { formatCount } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import type { Passage } from '../../../api/originals.ts';
import { classNames } from '../../../ui/class-names.ts';

type TablePassage = Extract<Passage, { kind: 'table' }>;

export interface TableViewProps {
  readonly name: string;
  readonly passage: TablePassage;
}

const cell = 'max-w-100 border-b border-border px-3 py-1.5 text-left align-top break-words whitespace-pre-wrap';

/** Rows of a table around the one that the chunk was made from, scrolled to it. */
export function TableView({
  name,
  passage: { sheet, columns, rows, isCutBefore, isCutBehind, ...passage },
}: TableViewProps) {
  const marked = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is scrolled to, too.
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' });
  }, [rows]);
  const [first, last] = [rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
      tabIndex={0}
      aria-label={t('Table of the original')}
      className="min-h-0 flex-1 overflow-auto bg-surface"
      data-found={passage.found}
    >
      {sheet === null ? null : (
        <p className="sticky left-0 px-3 pt-2 pb-1 font-medium">
          {t('Sheet {sheet}', { sheet })}{' '}
          <span className="text-secondary font-normal text-muted">{t('Download the file to see all of it.')}</span>
        </p>
      )}
      <table className="tabular w-full border-separate border-spacing-0 text-secondary">
        <caption className="sr-only">
          {sheet === null
            ? t('Rows {first} to {last} of {name}', { first, last, name })
            : t('Rows {first} to {last} of the sheet {sheet} of {name}', { first, last, sheet, name })}
        </caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className={classNames(cell, 'text-muted')}>
              {t('Row')}
            </th>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table may have equal names.
              <th key={index} scope="col" className={classNames(cell, 'font-semibold')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells, isMarked }) => (
            <tr
              key={number}
              ref={isMarked ? marked : undefined}
              aria-current={isMarked ? 'true' : undefined}
              className={isMarked ? 'bg-warning-soft' : undefined}
            >
              <th scope="row" className={classNames(cell, 'font-normal text-muted')}>
                {formatCount(number)}
              </th>
              {cells.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change their order.
                <td key={index} className={cell}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCutBefore || isCutBehind ? (
        <p className="px-3 py-2 text-secondary text-muted">
          {t('Rows {first} to {last} are shown: download the file to see all.', {
            first: formatCount(first),
            last: formatCount(last),
          })}
        </p>
      ) : null}
    </section>
  );
}
