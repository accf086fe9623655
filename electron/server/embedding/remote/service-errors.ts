import { OperationalError } from '../../../../shared/errors/errors.ts';

/** What messages say about the service: never the key, and no password from the address. */
export interface ServiceNames {
  /** The base path, as people know it. */
  readonly address: string;
  readonly model: string;
}

/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 300;

function failure({ address }: ServiceNames, rest: string, status?: number, cause?: unknown): OperationalError {
  const details = status === undefined ? { address } : { address, status };
  return new OperationalError('SERVICE_FAILED', `The embedding server at ${address} ${rest}`, { details, cause });
}

export function unreachable(names: ServiceNames, cause: unknown): OperationalError {
  return failure(names, 'cannot be reached: check that it runs and that its address is right.', undefined, cause);
}

export function timedOut({ address }: ServiceNames, timeoutMs: number): OperationalError {
  const message = `The embedding server at ${address} gave no answer within ${timeoutMs} ms: try again, raise the timeout, or send fewer texts per request.`;
  return new OperationalError('SERVICE_TIMEOUT', message, { details: { address, timeoutMs } });
}

export function unusable(names: ServiceNames, problem: string): OperationalError {
  return failure(
    names,
    `answered with ${problem}: check that "${names.model}" is an embedding model and that the address is right.`,
  );
}

/** Says what a refused request means, with the server's own words where they help. */
export function refused(names: ServiceNames, status: number, serverWords: string): OperationalError {
  const quote = serverWords === '' ? '' : ` It says: ${serverWords.slice(0, LONGEST_QUOTE)}`;
  const because = (what: string): OperationalError => failure(names, `${what}${quote}`, status);
  if (status === 401 || status === 403) return because(`refused the API key (status ${status}): check the key.`);
  if (status === 404) {
    return because(
      `does not know the address or the model "${names.model}" (status 404): check both. (With a base path: it ends in /v1 for most servers.)`,
    );
  }
  if (status === 429) {
    return because('takes no more requests for now (status 429): wait a while, or check the limits of the account.');
  }
  if (status >= 500) return because(`failed (status ${status}): try again later, or look into that server's log.`);
  return because(`refused the request (status ${status}): check the model, the dimensions and the size of the chunks.`);
}
