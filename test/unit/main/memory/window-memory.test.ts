import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WindowMemory } from '../../../../electron/main/memory/window-memory.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

describe('What the window remembers', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let path: string;
  let troubles: string[];
  const open = () => new WindowMemory(path, (message) => troubles.push(message));

  beforeEach(() => {
    vi.useFakeTimers();
    folder = makeTemporaryFolder();
    path = join(folder.path, 'window', 'window.json');
    troubles = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    folder.remove();
  });

  test('is there at the next start', () => {
    const memory = open();
    expect(memory.content).toMatchObject({ isMaximized: false, zoomLevel: 0, page: '' });
    expect(memory.content.bounds).toBeUndefined();
    const bounds = { x: -10, y: 20, width: 1000, height: 700 };
    memory.remember({ bounds, isMaximized: true, page: '#/runs' });
    memory.write();
    expect(open().content).toMatchObject({ bounds, isMaximized: true, page: '#/runs' });
    expect(readdirSync(join(folder.path, 'window'))).toEqual(['window.json']);
    expect(troubles).toEqual([]);
  });

  test('is written once for many changes, and a moment after them', () => {
    const memory = open();
    memory.remember({ page: '#/runs' });
    memory.remember({ page: '#/stores' });
    expect(existsSync(path)).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(open().content.page).toBe('#/stores');
  });

  test.each([
    ['bounds that are none', { bounds: { x: 'left', y: 0, width: 0, height: 5 }, page: '#/runs' }],
    ['a zoom at which nothing can be read', { zoomLevel: -80, page: '#/runs' }],
  ])('keeps the rest beside %s', (_, content) => {
    mkdirSync(join(folder.path, 'window'));
    writeFileSync(path, JSON.stringify(content));
    expect(open().content).toMatchObject({ zoomLevel: 0, page: '#/runs' });
    expect(open().content.bounds).toBeUndefined();
  });

  test('is never an address elsewhere', () => {
    mkdirSync(join(folder.path, 'window'));
    writeFileSync(path, JSON.stringify({ page: '.evil.example/' }));
    expect(open().content.page).toBe('');
  });

  test.each(['', '[1]', '{"bounds":'])('begins anew and says so where the file holds %j', (content) => {
    mkdirSync(join(folder.path, 'window'));
    writeFileSync(path, content);
    expect(open().content.page).toBe('');
    expect(troubles).toHaveLength(1);
  });

  test('that can not be written is reported', () => {
    writeFileSync(join(folder.path, 'window'), 'a file where the folder should be');
    const memory = open();
    memory.remember({ page: '#/runs' });
    memory.write();
    expect(memory.content.page).toBe('#/runs');
    expect(troubles.at(-1)).toContain('could not be saved');
  });
});
