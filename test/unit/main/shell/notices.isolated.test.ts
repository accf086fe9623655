import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { Notices } from '../../../../electron/main/shell/notices.ts';

/** Those that the system shows, as it knows them: without keeping them alive. */
const { shown } = vi.hoisted(() => ({ shown: [] as WeakRef<EventEmitter>[] }));
vi.mock('electron', () => ({
  Notification: class extends EventEmitter {
    readonly show = () => void shown.push(new WeakRef(this));
  },
}));

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What of the notices is still there when all that nothing refers to is collected. */
async function kept(): Promise<(EventEmitter | undefined)[]> {
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return shown.map((reference) => reference.deref());
}

test('a click on a notice is heard as long as the system shows it', async () => {
  const notices = new Notices();
  const clicked = vi.fn();
  vi.spyOn(process.stderr, 'write').mockReturnValueOnce(true);
  for (const title of ['Clicked', 'Closed', 'Refused']) notices.show({ title, body: '' }, () => clicked(title));
  const [first, second, third] = await kept();
  first?.emit('click');
  second?.emit('close');
  third?.emit('failed', {}, 'no room');
  expect(clicked.mock.calls).toEqual([['Clicked']]);
});

test('a notice that is gone is let go', async () => {
  shown.length = 0;
  new Notices().show({ title: 'Closed', body: '' }, () => undefined);
  shown[0]?.deref()?.emit('close');
  expect(await kept()).toEqual([undefined]);
});
