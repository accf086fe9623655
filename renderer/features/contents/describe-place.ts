import type { ContentChunk } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';

type Facts = Readonly<Record<string, unknown>>;

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a chunk stands in its document: "Page 3 · lines 12–19"; "" if it does not say. */
export function describePlace({ metadata }: Pick<ContentChunk, 'metadata'>): string {
  const loc = isFacts(metadata.loc) ? metadata.loc : {};
  const lines = isFacts(loc.lines) ? loc.lines : {};
  const { from, to } = lines;
  const page = typeof loc.pageNumber === 'number' ? [t('Page {page}', { page: loc.pageNumber })] : [];
  if (typeof from !== 'number') return page.join('');
  const numbers = from === to ? t('line {line}', { line: from }) : t('lines {from}–{to}', { from, to: String(to) });
  return [...page, numbers].join(' · ');
}
