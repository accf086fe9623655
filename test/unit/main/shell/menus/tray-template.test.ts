import { describe, expect, test, vi } from 'vitest';
import { type TrayState, trayTemplate, workWords } from '../../../../../electron/main/shell/menus/tray-template.ts';

const actions = { show: vi.fn(), goTo: vi.fn(), pauseWatching: vi.fn(), quit: vi.fn() };
const still: TrayState = {
  server: 'running',
  work: { running: 0, share: null, watching: 'nothing', missing: 0 },
  flows: [],
};

describe("The tray's menu", () => {
  test.each([
    ['running', 'The server is running'],
    ['starting', 'The server is being started again'],
    ['replacing', 'The server is being started again'],
    ['stopped', 'The server has stopped'],
    ['finishing', 'Tributary closes when the upsert has ended'],
  ] as const)('says that the server is %s', (server, words) => {
    expect(trayTemplate({ ...still, server }, actions)[0]).toEqual({ id: 'server', label: words, enabled: false });
  });

  test('quits the app, and opens the flows that were open last', () => {
    const template = trayTemplate({ ...still, flows: [{ id: 'a1', name: 'R&D' }] }, actions);
    Reflect.apply(template.find(({ id }) => id === 'quit')?.click ?? String, undefined, []);
    expect(actions.quit).toHaveBeenCalledTimes(1);
    const recent = template.find(({ label }) => label === 'Recent flows');
    const [flow] = Array.isArray(recent?.submenu) ? recent.submenu : [];
    expect([recent?.enabled, flow?.label]).toEqual([true, 'R&&D']);
    Reflect.apply(flow?.click ?? String, undefined, []);
    expect(actions.goTo).toHaveBeenCalledWith('#/flows/a1');
  });

  test.each([
    [0, null, 'No upsert is running'],
    [1, null, '1 upsert is running'],
    [1, 0.417, '1 upsert is running, 41 %'],
    [2, 1, '2 upserts are running, 100 %'],
  ])('says how far %s upserts are', (running, share, words) => {
    expect(workWords({ running, share, watching: 'nothing', missing: 0 })).toBe(words);
  });

  test('asks about missing files, and shows the window that does', () => {
    const itemOf = (missing: number) =>
      trayTemplate({ ...still, work: { ...still.work, missing } }, actions).find(({ id }) => id === 'missing');
    expect(itemOf(0)).toBeUndefined();
    expect(itemOf(12)?.label).toBe('12 files are missing: is a drive away?');
    actions.show.mockClear();
    Reflect.apply(itemOf(12)?.click ?? String, undefined, []);
    expect(actions.show).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['nothing', 'Pause watching', false, []],
    ['on', 'Pause watching', true, [true]],
    ['paused', 'Watch again', true, [false]],
  ] as const)('pauses watching when it is %s', (watching, label, enabled, asked) => {
    actions.pauseWatching.mockClear();
    const template = trayTemplate({ ...still, work: { ...still.work, watching } }, actions);
    const item = template.find(({ id }) => id === 'pause');
    expect(item).toMatchObject({ label, enabled });
    if (enabled) Reflect.apply(item?.click ?? String, undefined, []);
    expect(actions.pauseWatching.mock.calls.flat()).toEqual(asked);
  });
});
