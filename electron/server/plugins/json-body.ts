import type { FastifyInstance } from 'fastify';
import { UserError } from '../../../shared/errors/errors.ts';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../../../shared/json/nesting.ts';

function describeRefused(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    // The rest of the message repeats the body.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
    const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
    return `The body is not JSON${place}: check its quotes and commas.`;
  }
  return 'The body has a key "__proto__", or "prototype" in "constructor", which is not taken: leave it out.';
}

/**
 * Reads JSON bodies only (forms have their own plugins). An empty body means `{}`, which Flowise's scripts send. Keys that would reach a prototype
 * are refused.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') {
      done(null, {});
      return;
    }
    if (isNestedTooDeep(text)) {
      done(new UserError('INVALID_JSON', `The body is nested over ${MAX_JSON_DEPTH} levels deep: send a flatter one.`));
      return;
    }
    parse(request, text, (error, value) => {
      if (error === null) done(null, value);
      else done(new UserError('INVALID_JSON', describeRefused(text), { cause: error }));
    });
  });
}
