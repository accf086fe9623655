import { OperationalError } from '../../../../shared/errors/errors.ts';
import {
  ACCOUNT_STATUSES,
  type Refusal,
  type RemoteService,
  type StatusMeanings,
  serviceFailed,
  serviceRefused,
  serviceUnreachable,
} from '../../http/service-errors.ts';

/** What messages say about the service: never the key, and no password from the address. */
export interface ServiceNames {
  /** The base path, as people know it. */
  readonly address: string;
  readonly model: string;
}

function remoteOf({ address }: ServiceNames): RemoteService {
  return { title: `The embedding server at ${address}`, address };
}

function statusesOf({ model }: ServiceNames): StatusMeanings {
  const wrongKey = ['refused the API key', 'check the key'] as const;
  const tooMuch = ['refused the request', 'check the model, the dimensions and the size of the chunks'] as const;
  return {
    ...ACCOUNT_STATUSES,
    'unknown-caller': wrongKey,
    forbidden: wrongKey,
    missing: [
      `does not know the address or the model "${model}"`,
      'check both (with a base path: it ends in /v1 for most servers)',
    ],
    'too-large': tooMuch,
    refused: tooMuch,
  };
}

export function unreachable(names: ServiceNames, cause: unknown): OperationalError {
  return serviceUnreachable(remoteOf(names), cause);
}

export function timedOut({ address }: ServiceNames, timeoutMs: number): OperationalError {
  const message = `The embedding server at ${address} gave no answer within ${timeoutMs} ms: try again, raise the timeout, or send fewer texts per request.`;
  return new OperationalError('SERVICE_TIMEOUT', message, { details: { address, timeoutMs } });
}

export function unusable(names: ServiceNames, problem: string): OperationalError {
  return serviceFailed(
    remoteOf(names),
    `answered with ${problem}: check that "${names.model}" is an embedding model and that the address is right.`,
  );
}

/** Says what a refused request means. */
export function refused(names: ServiceNames, refusal: Refusal): OperationalError {
  return serviceRefused(remoteOf(names), refusal, statusesOf(names));
}
