import { expect, test } from 'vitest';
import { withoutWords } from '../../../build/lib/leave-out-words.ts';

const CODE = `const tag = 'Runs';
const SAVING = { method: 'POST', tag, errors: ['INVALID_INPUT'] } as const;
export const operations = {
  watchRun: {
    method: 'GET',
    path: '/runs/{id}/events',
    tag,
    summary: 'Follow a run',
    description:
      'Server-sent events.',
    answers: { 200: { description: 'The data.', content: {} } },
    errors: [...SAVING.errors, 'RUN_NOT_FOUND'],
  },
};
`;

test('operations lose what only the document of the API says of them, and all else keeps its place', () => {
  const code = withoutWords(CODE);
  expect(code.split('\n').map(({ length }) => length)).toEqual(CODE.split('\n').map(({ length }) => length));
  expect(code.replaceAll(/\s+/g, ' ').trim()).toBe(
    "const tag = 'Runs'; const SAVING = { method: 'POST', } as const; export const operations = { watchRun: { method: 'GET', path: '/runs/{id}/events', answers: { 200: { description: 'The data.', content: {} } }, }, };",
  );
});

test('schemas lose what is only said of them', () => {
  const code =
    "export const A = z.object({ id: z.string().meta({ examples: ['a'] }), n: z.int().min(1) }).meta({ id: 'A' });";
  const left = withoutWords(code);
  expect(left).toHaveLength(code.length);
  expect(left.replaceAll(/\s+/g, ' ')).toBe('export const A = z.object({ id: z.string() , n: z.int().min(1) }) ;');
});
