import { BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron';

/** Shows a dialog of the system over the window, or by itself while the window is hidden: over it nobody would see it. */
export function askUser(question: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const window = BrowserWindow.getAllWindows().find((each) => each.isVisible());
  return window === undefined ? dialog.showMessageBox(question) : dialog.showMessageBox(window, question);
}
