import type { WebAnswer } from './web-client.ts';
import { statusFailed } from './web-errors.ts';

/**
 * Lets answers of success (2xx) pass.
 * @throws OperationalError SERVICE_FAILED that says what the status means, with the server's own words where it gives them
 */
export function requireSuccess(answer: WebAnswer & { readonly body?: unknown }): void {
  if (isSuccess(answer)) return;
  throw statusFailed(answer.url, answer.status, typeof answer.body === 'string' ? wordsOf(answer.body) : '');
}

/** Whether the answer is one of success (2xx). */
export function isSuccess({ status }: WebAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What a server says of a failure in JSON or XML, as services do: a page in HTML says nothing that a person could use. */
function wordsOf(body: string): string {
  try {
    return wordsIn(JSON.parse(body));
  } catch {
    return /<Message>([^<]*)<\/Message>/.exec(body)?.[1] ?? '';
  }
}

const FIELDS = ['message', 'error_description', 'detail', 'error'];

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const fields = new Map<string, unknown>(Object.entries(value));
  return FIELDS.map((name) => wordsIn(fields.get(name))).find((words) => words !== '') ?? '';
}
