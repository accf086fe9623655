import { AppError, OperationalError } from '../../../shared/errors/errors.ts';

/** What a service says or does, to finish a sentence about it, and what helps. */
type Meaning = readonly [problem: string, remedy: string];

/** Groups of HTTP statuses that mean the same to people. */
export type StatusGroup = 'unknown-caller' | 'forbidden' | 'missing' | 'too-large' | 'limited' | 'failed' | 'refused';

/** What statuses mean: each kind of service says it of itself where it differs. */
export type StatusMeanings = Readonly<Record<StatusGroup, Meaning>>;

function groupOf(status: number): StatusGroup {
  if (status === 401) return 'unknown-caller';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 413) return 'too-large';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}

/** For anything on the web. */
export const WEB_STATUSES: StatusMeanings = {
  'unknown-caller': ['wants to know who asks', 'check the key or password'],
  forbidden: ['does not let us in', 'check the address and what the account may do'],
  missing: ['is not there', 'check the address'],
  'too-large': ['finds the request too large', 'check the settings'],
  limited: ['takes no more requests for now', 'wait a while, or ask for less at once'],
  failed: ['failed', 'try again later'],
  refused: ['refused the request', 'check the settings'],
};

/** For services that a person has an account with, or runs. */
export const ACCOUNT_STATUSES: StatusMeanings = {
  ...WEB_STATUSES,
  limited: ['takes no more requests for now', 'wait a while, or check the limits of the account'],
  failed: ['failed', "try again later, or look into that server's log"],
};

export interface NetworkProblem {
  /** Codes of the system, of TLS or of the HTTP client. */
  readonly codes: RegExp;
  /** What a host does, and what helps. */
  readonly meaning: Meaning;
  /** The same as a short reason: "… cannot be reached (nothing answers at this address)". */
  readonly reason: string;
  /** No pause brings it about. */
  readonly isLasting?: boolean;
}

/** What goes wrong with connections. The first row that fits counts. */
const NETWORK_PROBLEMS: readonly NetworkProblem[] = [
  {
    codes: /^ENOTFOUND$/,
    meaning: ['cannot be found', 'check the name in the address'],
    reason: 'there is no host of this name',
    isLasting: true,
  },
  {
    codes: /^EAI_AGAIN$/,
    meaning: ['cannot be looked up', 'check the network connection'],
    reason: 'the name of the host cannot be looked up',
  },
  {
    codes: /^ECONNREFUSED$/,
    meaning: ['takes no connections', 'check that it runs and that the port is right'],
    reason: 'nothing answers at this address',
  },
  {
    codes: /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/,
    meaning: ['cannot be reached from here', 'check the network connection'],
    reason: 'there is no way to the host',
  },
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    meaning: ['does not take the connection', 'check the address and the network connection'],
    reason: 'the host does not answer',
  },
  {
    codes: /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/,
    meaning: ['broke off the connection', 'try again later'],
    reason: 'the connection broke off',
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    meaning: ['has a certificate that has expired', 'tell those who run it'],
    reason: 'its certificate has expired',
    isLasting: true,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    meaning: ['has a certificate of another name', 'check the name in the address'],
    reason: 'its certificate is of another host',
    isLasting: true,
  },
  {
    codes: /CERT|SIGNATURE|SELF_SIGNED/,
    meaning: [
      'has a certificate that no known authority has signed, so that nobody can tell whose it is',
      'check the address',
    ],
    reason: 'its certificate is not trusted',
    isLasting: true,
  },
  {
    codes: /^(HPE_|HTTPParserError$)/,
    meaning: ['does not speak HTTP as it should', 'check the address and the port'],
    reason: 'it does not speak HTTP',
    isLasting: true,
  },
  {
    codes: /^(ERR_SSL|EPROTO)/,
    meaning: ['does not speak https as it should', 'check whether the address begins with http:// instead'],
    reason: 'it does not speak https',
    isLasting: true,
  },
];

/** HTTP clients wrap the error of the system in theirs, which may be wrapped once more. */
const DEEPEST_CAUSE = 4;

function* causesOf(error: unknown): Generator<Error> {
  for (let current = error, depth = 0; current instanceof Error && depth < DEEPEST_CAUSE; depth += 1) {
    yield current;
    // One error for each address of a host.
    current = current instanceof AggregateError && current.cause === undefined ? current.errors[0] : current.cause;
  }
}

/** The code of a failed connection: of the error itself, or of what it wraps; "" if it has none. */
export function connectionCode(error: unknown): string {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    // undici's for what is no HTTP has its code only sometimes.
    if (cause.name === 'HTTPParserError') return cause.name;
  }
  return '';
}

/** The error of ours that made a connection fail; undefined if it was another reason. */
export function ownErrorIn(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) if (cause instanceof AppError) return cause;
  return undefined;
}

/** @returns undefined for a failure that nobody foresaw */
export function networkProblem(error: unknown): NetworkProblem | undefined {
  const code = connectionCode(error);
  return NETWORK_PROBLEMS.find(({ codes }) => codes.test(code));
}

/** A remote service, as messages name it: without a key or a password. */
export interface RemoteService {
  /** What a sentence about it begins with: "Chroma at http://localhost:8000". */
  readonly title: string;
  readonly address: string;
}

interface FailureFacts {
  readonly status?: number;
  readonly cause?: unknown;
}

/** @param rest what it did, to finish the sentence, and what helps */
export function serviceFailed(
  { title, address }: RemoteService,
  rest: string,
  { status, cause }: FailureFacts = {},
): OperationalError {
  const details = status === undefined ? { address } : { address, status };
  return new OperationalError('SERVICE_FAILED', `${title} ${rest}`, { details, cause });
}

/** A service that no connection comes about with. */
export function serviceUnreachable(service: RemoteService, cause: unknown): OperationalError {
  const problem = networkProblem(cause);
  const because = problem === undefined ? '' : ` (${problem.reason})`;
  const rest = `cannot be reached${because}: check that it runs and that the address is right.`;
  return serviceFailed(service, rest, { cause });
}

/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 300;

/** The server's own words, behind a message; "" if it has none that help. */
export function quoted(words: string): string {
  return words.trim() === '' ? '' : ` It says: ${words.trim().slice(0, LONGEST_QUOTE)}`;
}

export interface Refusal {
  readonly status: number;
  /** The server's own words, where they help. */
  readonly words?: string;
}

/** Says what an answer means that is none of success (2xx). */
export function serviceRefused(
  service: RemoteService,
  { status, words = '' }: Refusal,
  meanings: StatusMeanings,
): OperationalError {
  const [problem, remedy] = meanings[groupOf(status)];
  return serviceFailed(service, `${problem} (status ${status}): ${remedy}.${quoted(words)}`, { status });
}

/** The status with which a service refused a request; undefined for any other error. */
export function refusedStatus(error: unknown): number | undefined {
  const status = error instanceof OperationalError ? error.details?.status : undefined;
  return typeof status === 'number' ? status : undefined;
}
