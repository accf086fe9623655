import { describe, expect, test } from 'vitest';
import { insertReference, opensReference } from '../../../../renderer/forms/param-fields.tsx';

describe('A reference to a variable', () => {
  test.each([
    { text: '', at: 0, gives: '{{$vars.team}}' },
    { text: 'docs/', at: 5, gives: 'docs/{{$vars.team}}' },
    { text: 'docs/{{/a', at: 7, gives: 'docs/{{$vars.team}}/a' },
    { text: '{{a', at: 3, gives: '{{a{{$vars.team}}' },
  ])('goes into “$text” at $at', ({ text, at, gives }) => {
    expect(insertReference(text, { start: at, end: at }, 'team')).toBe(gives);
  });

  test('takes the place of what is selected', () => {
    expect(insertReference('docs/handbook', { start: 5, end: 13 }, 'team')).toBe('docs/{{$vars.team}}');
  });

  test('is offered when the second brace is typed, and at no other change', () => {
    expect(opensReference('a{', 'a{{', 3)).toBe(true);
    expect(opensReference('a{ b', 'a{{ b', 3)).toBe(true);
    expect(opensReference('', '{', 1)).toBe(false);
    expect(opensReference('', 'a{{', 3)).toBe(false);
    expect(opensReference('{{a', '{{', 2)).toBe(false);
    expect(opensReference('{{', '{{a', 3)).toBe(false);
  });
});
