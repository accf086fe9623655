import { describe, expect, test } from 'vitest';
import { openToolDesk } from '../../../../electron/server/answers/tool-desk.ts';
import type { AgentTool, ToolResult } from '../../../../electron/server/core/agent-tool.ts';

const live = new AbortController().signal;
const passage = (id: string, pageContent: string) => ({ id, pageContent, metadata: {}, relevance: 0.5, chunkNo: 1 });

function toolThat(result: ToolResult, more: Partial<AgentTool> = {}): AgentTool {
  return { name: 'search', description: '', parameters: {}, call: async () => result, ...more };
}

const options = { fence: 'data-1', room: 100, found: [] };

describe('a tool desk', () => {
  test('numbers what is found, and what was found before keeps its number', async () => {
    const results = [[passage('a', 'Owls fly.')], [passage('b', 'Bees sleep.'), passage('a', 'Owls fly.')]];
    const call = async () => ({ text: '', passages: results.shift() ?? [] });
    const desk = openToolDesk([toolThat({ text: '' }, { call })], options);
    const [search] = desk.tools;
    expect(await search?.call({}, live)).toBe('<data-1 number="1">\nOwls fly.\n</data-1>');
    expect(await search?.call({}, live)).toBe(
      '<data-1 number="2">\nBees sleep.\n</data-1>\n<data-1 number="1">\nOwls fly.\n</data-1>',
    );
    expect(desk.passages.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(desk.used).toHaveLength(2);
  });

  test('fences a text, cuts a long one, and gives as many whole passages as there is room for', async () => {
    const long = openToolDesk([toolThat({ text: 'x'.repeat(1000) })], options);
    const seen = (await long.tools[0]?.call({}, live)) ?? '';
    expect(seen).toMatch(/^<data-1>\nx{350}\n… \(cut off\)\n<\/data-1>$/);
    const many = ['a', 'b', 'c'].map((id) => passage(id, 'word '.repeat(40)));
    const found = openToolDesk([toolThat({ text: '', passages: many })], options);
    await found.tools[0]?.call({}, live);
    expect(found.passages.map(({ id }) => id)).toEqual(['a']);
  });

  test('gives tools of one name names of their own', () => {
    const names = ['search', 'search', 'search_2'].map((name) => toolThat({ text: '' }, { name }));
    expect(openToolDesk(names, options).tools.map(({ name }) => name)).toEqual(['search', 'search_2', 'search_2_2']);
  });
});
