/** Results for programs go to standard output, messages for people to standard error. */

/** Removes control characters: texts of documents and file names must not move the cursor or change the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replaceAll('\r\n', '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

/** Writes the result for people. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Writes the result for programs: one JSON value. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints a message that is not part of the result. */
export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Lines of columns, separated by two spaces; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** "2026-01-31 13:05" in local time. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
