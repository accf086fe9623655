import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';

/** One status of an operation's error answers. The document gives an example for each code. */
export interface ErrorAnswer {
  readonly description: string;
  readonly codes: readonly ErrorCode[];
  readonly content: { readonly 'application/json': { readonly schema: typeof ErrorBodySchema } };
}

/**
 * The part of an operation's `response` that says how it fails: `{ 200: …, ...errorAnswers('CHATFLOW_NOT_FOUND') }`.
 * To be called once per operation, with all its codes; what can happen to any call is added by the document itself.
 */
export function errorAnswers(...codes: readonly ErrorCode[]): Record<number, ErrorAnswer> {
  const answers: Record<number, ErrorAnswer> = {};
  for (const code of codes) {
    const status = ERROR_STATUS[code];
    const all = [...(answers[status]?.codes ?? []), code];
    answers[status] = {
      description: all.join(', '),
      codes: all,
      content: { 'application/json': { schema: ErrorBodySchema } },
    };
  }
  return answers;
}
