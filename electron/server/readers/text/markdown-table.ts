/** Rows of cells as a Markdown table; the first row is the header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const [head = '', ...body] = rows.map((row) => markdownRow(row, width));
  return [head, markdownRule(width), ...body].join('\n');
}

/** A row of a Markdown table with this many cells; line ends within cells become spaces. */
export function markdownRow(cells: readonly string[], width: number): string {
  const written = Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? ''));
  return `| ${written.join(' | ')} |`;
}

/** The line below the header of a Markdown table. */
export function markdownRule(width: number): string {
  return `| ${Array.from({ length: width }, () => '---').join(' | ')} |`;
}

function escapeCell(cell: string): string {
  return cell
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}
