/** How the original of a source can be shown beside its chunks, by the extension of its name. */
export type OriginalKind = 'pdf' | 'table' | 'markdown' | 'text';

const KINDS: Readonly<Record<string, OriginalKind>> = {
  pdf: 'pdf',
  csv: 'table',
  tsv: 'table',
  xlsx: 'table',
  xlsm: 'table',
  ods: 'table',
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  ipynb: 'markdown',
  tex: 'markdown',
};

/** How a file of that name can be shown; whatever has no view of its own is shown as the text that its reader gave. */
export function originalKindOf(name: string): OriginalKind {
  const extension = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return KINDS[extension] ?? 'text';
}
