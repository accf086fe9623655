import type { NodeOutput } from '../define-node.ts';
import { booleanParam, jsonObjectParam, numberParam, optionalNumberParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';

/** Time limit of a request to an embedding service. */
export const timeoutParam = numberParam({
  title: 'Timeout',
  help: 'Time limit for one request.',
  default: 60_000,
  min: 100,
  max: 3_600_000,
  unit: 'ms',
  advanced: true,
});

/** Texts per request, if the service has no limit. */
export function batchSizeParam(fallback: number, max: number) {
  return numberParam({
    title: 'Batch size',
    help: 'The number of texts per request.',
    default: fallback,
    min: 1,
    max,
    unit: 'texts',
    advanced: true,
  });
}

/** Length of the vectors, for services whose models can shorten them. */
export const dimensionsParam = optionalNumberParam({
  title: 'Dimensions',
  help: "Length of the vectors, for models that can shorten them. Empty: the model's own length.",
  min: 1,
  max: 65_536,
  advanced: true,
});

/** An address that replaces the vendor's. @param address of the vendor, the part that is replaced */
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

/** The output of an embedding node. @param type Flowise's class of it */
export function embeddingsOutput(name: string, type: string): readonly NodeOutput[] {
  return [{ name, label: 'Embeddings', type: 'Embeddings', baseClasses: [type, 'Embeddings'] }];
}

/** Flowise's name of the param with additional request headers. */
export const baseOptionsParam = jsonObjectParam({
  title: 'More headers',
  help: 'A JSON object of headers for each request.',
  placeholder: '{"X-Team": "library"}',
  advanced: true,
  overridable: false,
});

/** Headers of a request, in a form that fetch accepts. */
export function headersOf(options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
