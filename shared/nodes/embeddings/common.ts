import type { NodeOutput } from '../define-node.ts';
import { booleanParam, jsonObjectParam, numberParam, optionalNumberParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';

/** How long one request to an embedding service may take. */
export const timeoutParam = numberParam({
  title: 'Timeout',
  help: 'How long one request may take.',
  default: 60_000,
  min: 100,
  max: 3_600_000,
  unit: 'ms',
  advanced: true,
});

/** Texts a request, where the service has no bound of its own. */
export function batchSizeParam(fallback: number, max: number) {
  return numberParam({
    title: 'Batch size',
    help: 'How many texts one request carries.',
    default: fallback,
    min: 1,
    max,
    unit: 'texts',
    advanced: true,
  });
}

/** Length of the vectors, for services whose models can shorten theirs. */
export const dimensionsParam = optionalNumberParam({
  title: 'Dimensions',
  help: 'Numbers a vector, for models that can shorten theirs. Empty: as the model makes them.',
  min: 1,
  max: 65_536,
  advanced: true,
});

/** Another address than the vendor's own. @param address of the vendor, as far as it is to be replaced */
export function basepathParam(vendor: string, address: string) {
  return textParam({
    title: 'Base path',
    help: `The address of a proxy or a private deployment. Empty: ${vendor}.`,
    rule: SERVICE_ADDRESS,
    placeholder: address,
    advanced: true,
  });
}

export function stripNewLinesParam(fallback: boolean) {
  return booleanParam({
    title: 'Strip new lines',
    help: 'Replace line ends by spaces before embedding.',
    default: fallback,
    advanced: true,
  });
}

/** What an embedding node gives. @param type Flowise's class of it */
export function embeddingsOutput(name: string, type: string): readonly NodeOutput[] {
  return [{ name, label: 'Embeddings', type: 'Embeddings', baseClasses: [type, 'Embeddings'] }];
}

/** Flowise's name of more headers for each request. */
export const baseOptionsParam = jsonObjectParam({
  title: 'More headers',
  help: 'A JSON object of headers that each request gets.',
  placeholder: '{"X-Team": "library"}',
  advanced: true,
  overridable: false,
});

/** Headers of a request as it can send them. */
export function headersOf(options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
