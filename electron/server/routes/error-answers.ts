import { type ErrorBody, ErrorBodySchema } from '../../../shared/api/common.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';
import { ERROR_MEANING } from '../../../shared/errors/error-meaning.ts';

function exampleOf(code: ErrorCode): { readonly value: ErrorBody } {
  return {
    value: { statusCode: ERROR_STATUS[code], success: false, message: ERROR_MEANING[code], stack: {}, code },
  };
}

/** One status of an operation's error answers, with an example for each code. */
export interface ErrorAnswer {
  readonly description: string;
  readonly content: {
    readonly 'application/json': {
      readonly schema: typeof ErrorBodySchema;
      readonly examples: Readonly<Record<string, { readonly value: ErrorBody }>>;
    };
  };
}

/**
 * The part of an operation's `response` that says how it fails: `{ 200: …, ...errorAnswers('CHATFLOW_NOT_FOUND') }`.
 * To be called once per operation, with all its codes; what can happen to any call is added by the document itself.
 */
export function errorAnswers(...codes: readonly ErrorCode[]): Record<number, ErrorAnswer> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
      const answer: ErrorAnswer = {
        description: ofStatus.join(', '),
        content: {
          'application/json': {
            schema: ErrorBodySchema,
            examples: Object.fromEntries(ofStatus.map((code) => [code, exampleOf(code)])),
          },
        },
      };
      return [status, answer];
    }),
  );
}
