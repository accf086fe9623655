import { Notification } from 'electron';
import { note } from '../logs/app-log.ts';
import type { Note } from './ended-note.ts';

/** The system's notices of this app. */
export class Notices {
  /** One that nothing else refers to is collected with its listeners: a later click would be lost. */
  readonly #shown = new Set<Notification>();

  /** Shows a notice; a click on it is answered for as long as the system keeps it. */
  show(content: Note, onClick: () => void): void {
    const notification = new Notification(content);
    this.#shown.add(notification);
    const forget = (): void => void this.#shown.delete(notification);
    notification.on('click', () => {
      forget();
      onClick();
    });
    notification.on('close', forget);
    notification.on('failed', (_event, reason) => {
      forget();
      note('warning', `The system could not show a notice: ${reason}`);
    });
    notification.show();
  }
}
