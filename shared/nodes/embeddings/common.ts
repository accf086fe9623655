import { jsonObjectParam, numberParam } from '../params.ts';

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
