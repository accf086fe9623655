import { type Script, ScriptWriter } from './script-writer.ts';

/** How a text of a line shows. */
export interface InlineLook {
  readonly script?: Script | undefined;
  readonly isStruck?: boolean;
}

/** Writes the texts of a line as plain text: raised and lowered ones as {@link ScriptWriter} does, and what is struck through between `~~`. */
export class InlineWriter {
  readonly #scripts = new ScriptWriter();
  /** What is struck through so far: programs cut it into runs. */
  #struck: string | undefined;

  /** @returns what can be written now: what is raised, lowered or struck through when its end is known */
  write(text: string, { script, isStruck = false }: InlineLook = {}): string {
    if (text === '') return '';
    const before = isStruck === (this.#struck !== undefined) ? '' : this.end();
    const written = this.#scripts.write(text, script);
    if (!isStruck) return before + written;
    this.#struck = (this.#struck ?? '') + written;
    return before;
  }

  /** The rest of the line. */
  end(): string {
    const rest = this.#scripts.end();
    if (this.#struck === undefined) return rest;
    const text = this.#struck + rest;
    this.#struck = undefined;
    return strike(text);
  }
}

/** A text that is struck through, as Markdown: the marks stand at its words. */
export function strike(text: string): string {
  const words = text.trim();
  if (words === '') return text;
  const start = text.length - text.trimStart().length;
  return `${text.slice(0, start)}~~${words}~~${text.slice(start + words.length)}`;
}
