import { getFromService, type ServiceAnswer } from '../../http/service-dispatcher.ts';
import {
  ACCOUNT_STATUSES,
  ownErrorIn,
  type RemoteService,
  serviceFailed,
  serviceRefused,
  serviceUnreachable,
} from '../../http/service-errors.ts';
import { propertyOf } from './read-answer.ts';

/** Where a service lists its models, and how. */
export interface ModelListing {
  /** The base path, as people know it. */
  readonly address: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the list is in the answer, and the name in each of its entries. */
  readonly list: string;
  readonly name: string;
  /** What the models are for: those that seem to be come first. Embedding unless given. */
  readonly purpose?: 'chat' | undefined;
}

/** More are no choice any more. */
const MOST = 500;
const STATUSES = {
  ...ACCOUNT_STATUSES,
  missing: ['has no list of its models', 'type the name of one'],
} as const;

/** The names in a list of models; undefined: it is none. */
export function namesIn(text: string, { list, name }: Pick<ModelListing, 'list' | 'name'>): string[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const entries = propertyOf(answer, list);
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: unknown) => {
    const found = propertyOf(entry, name);
    return typeof found === 'string' && found.trim() !== '' ? [found] : [];
  });
}

/** Names of models, those that seem to be for a purpose first. */
export function fitFirst(names: readonly string[], purpose: ModelListing['purpose']): readonly string[] {
  const seemsToEmbed = (model: string) => /embed|ada-002|bge|minilm|\be5\b|gte/i.test(model);
  const { yes = [], no = [] } = Object.groupBy([...new Set(names)].sort(), (model) =>
    seemsToEmbed(model) ? 'yes' : 'no',
  );
  return (purpose === 'chat' ? [...no, ...yes] : [...yes, ...no]).slice(0, MOST);
}

async function ask(
  service: RemoteService,
  { url, headers }: ModelListing,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  try {
    return await getFromService(url, { headers, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw ownErrorIn(error) ?? serviceUnreachable(service, error);
  }
}

/**
 * Asks a service for the names of its models: those that seem to fit first.
 * @throws OperationalError SERVICE_FAILED; UserError ADDRESS_REFUSED; the signal's reason
 */
export async function listServiceModels(listing: ModelListing, signal: AbortSignal): Promise<readonly string[]> {
  const { address, purpose } = listing;
  const kind = purpose === 'chat' ? "The chat model's server" : 'The embedding server';
  const service = { title: `${kind} at ${address}`, address };
  const { status, text } = await ask(service, listing, signal);
  if (status < 200 || status >= 300) throw serviceRefused(service, { status, words: '' }, STATUSES);
  const names = namesIn(text, listing);
  if (names === undefined) throw serviceFailed(service, 'has no list of its models: type the name of one.');
  return fitFirst(names, purpose);
}
