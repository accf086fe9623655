/** Everything that a program reads goes to standard output, everything said to the person to standard error. */

/** Takes control characters out: they could move the cursor or change the terminal: texts of documents and file names must not. */
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

/** Says something that is not part of the result. */
export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Lines of columns, two spaces apart; the last column is as wide as it is. */
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

/** "2026-01-31 13:05" in the time of this machine. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
