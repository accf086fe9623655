/** Rows of cells as a Markdown table; the first row is its head. Line ends within cells become spaces. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const [head = [], ...body] = rows;
  const rule = Array.from({ length: width }, () => '---');
  return [writeRow(head, width), `| ${rule.join(' | ')} |`, ...body.map((row) => writeRow(row, width))].join('\n');
}

function writeRow(cells: readonly string[], width: number): string {
  const written = Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? ''));
  return `| ${written.join(' | ')} |`;
}

function escapeCell(cell: string): string {
  return cell.trim().replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}
