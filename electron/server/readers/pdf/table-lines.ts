import { judgeHyphen, type KnownWords } from './line-end-hyphens.ts';
import type { Line, Piece } from './page-text.ts';

/** The lines of a cell. */
export type CellParts = readonly (readonly Piece[])[];

function mark(text: string): Piece {
  return { text, item: undefined };
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The lines of a cell as one. */
function joinParts(parts: CellParts, words: KnownWords): Piece[] {
  return parts.flatMap((part, index) => {
    const shown = textOf(part).trimEnd();
    const next = parts[index + 1];
    const hyphen = next === undefined ? undefined : judgeHyphen(shown, textOf(next), words);
    const own = cut(part, hyphen === 'drop' ? shown.length - 1 : shown.length);
    return next === undefined || hyphen !== undefined ? own : [...own, mark(' ')];
  });
}

/** Pieces up to a length of their text. */
function cut(pieces: readonly Piece[], length: number): Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const text = piece.text.slice(0, Math.max(0, length - at));
    at += piece.text.length;
    return text === '' ? [] : [{ ...piece, text }];
  });
}

/** A cell's text must not end the cell. */
function escapePiece({ text, item }: Piece): Piece {
  const own = text.replaceAll('|', '\\|');
  return { text: own, item: item === undefined || own === text ? item : { ...item, str: own } };
}

/** A Markdown table, whose first row is its head. */
export function tableLines(rows: readonly (readonly CellParts[])[], words: KnownWords): Line[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const written = rows.map((cells): Line => {
    const pieces = cells.flatMap((cell, index) => [
      mark(index === 0 ? '| ' : ' | '),
      ...joinParts(cell, words).map(escapePiece),
    ]);
    const item = pieces.find((piece) => piece.item !== undefined)?.item;
    const baseline = item?.transform[5];
    return { pieces: [...pieces, mark(' |')], baseline, height: item?.height ?? 0, isTable: true };
  });
  const [head, ...body] = written;
  if (head === undefined) return [];
  const rule: Line = { ...head, pieces: [mark(`|${' --- |'.repeat(columns)}`)] };
  return [{ ...head, beginsParagraph: true }, rule, ...body];
}
