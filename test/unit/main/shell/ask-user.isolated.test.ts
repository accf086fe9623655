import { expect, test, vi } from 'vitest';
import { askUser } from '../../../../electron/main/shell/ask-user.ts';

const { windows, showMessageBox } = vi.hoisted(() => ({ windows: [] as unknown[], showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ BrowserWindow: { getAllWindows: () => windows }, dialog: { showMessageBox } }));

test('a question stands over the window that is seen, and by itself where none is', async () => {
  const hidden = { isVisible: () => false };
  const seen = { isVisible: () => true };
  const question = { message: 'Quit?' };
  windows.push(hidden);
  await askUser(question);
  expect(showMessageBox).toHaveBeenLastCalledWith(question);
  windows.push(seen);
  await askUser(question);
  expect(showMessageBox).toHaveBeenLastCalledWith(seen, question);
});
