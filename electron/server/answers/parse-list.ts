import { OperationalError } from '../../../shared/errors/errors.ts';
import type { OutputParser } from '../core/output-parser.ts';

/** The most of an answer that an error says. */
const MAX_SAID = 2000;
/** What models write before an entry of a list that has a line for each. */
const BULLET = /^\s*(?:[-*•]|\d+[.)])\s+/;

/** An answer that has another form than it should. @param why as a sentence, without anything of the answer */
export function unfitAnswer(why: string, text: string): OperationalError {
  const message = `The answer of the model does not have the form of the output parser: ${why}. Ask again, say it more clearly in the prompt, or take a larger model.`;
  return new OperationalError('ANSWER_UNFIT', message, { details: { said: text.slice(0, MAX_SAID) } });
}

function entriesOf(text: string, separator: string): string[] {
  const isOfLines = !text.includes(separator);
  const entries = text.trim().split(isOfLines ? '\n' : separator);
  const bare = isOfLines ? entries.map((entry) => entry.replace(BULLET, '')) : entries;
  return bare.map((entry) => entry.trim().replace(/^(["'])(.*)\1$/s, '$2')).filter((entry) => entry !== '');
}

export interface ListForm {
  readonly separator: string;
  /** How many values; undefined: one or more. */
  readonly length: number | undefined;
  readonly asksAgain: boolean;
}

/** Makes a list of an answer whose values have a separator between them, or a line each. */
export function listParser({ separator, length, asksAgain }: ListForm): OutputParser {
  const count = length === undefined ? 'a list of values' : `a list of exactly ${length} values`;
  return {
    instructions: `Answer with ${count} and nothing else, with ${JSON.stringify(separator)} between them, for example: one${separator} two${separator} three`,
    schema: undefined,
    asksAgain,
    parse(text) {
      const entries = entriesOf(text, separator);
      if (entries.length === 0) throw unfitAnswer('it has no values', text);
      if (length !== undefined && entries.length !== length)
        throw unfitAnswer(`it has ${entries.length} values, and ${length} are wanted`, text);
      return entries;
    },
  };
}
