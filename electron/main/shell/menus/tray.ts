import { Menu, nativeImage, Tray } from 'electron';
import { TRAY_ICON } from '../../places.ts';
import { type TrayActions, type TrayState, trayTemplate, workWords } from './tray-template.ts';

/** The app's icon in the system's tray. Some Linux desktops have none: there a second start shows the window. */
export class AppTray {
  readonly #actions: TrayActions;
  readonly #tray: Tray;
  #state: TrayState;

  constructor(actions: TrayActions, state: TrayState) {
    this.#actions = actions;
    this.#state = state;
    const icon = nativeImage.createFromPath(TRAY_ICON);
    // Of such an image macOS uses the shape only, in the colour of its bar.
    icon.setTemplateImage(process.platform === 'darwin');
    this.#tray = new Tray(icon);
    // On a Mac a click opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', actions.show);
    this.build();
  }

  /** Shows another state. */
  set(changed: Partial<TrayState>): void {
    this.#state = { ...this.#state, ...changed };
    this.build();
  }

  /** Builds its menu, in the language that the app speaks now. */
  build(): void {
    this.#tray.setToolTip(`Tributary: ${workWords(this.#state.work)}`);
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(this.#state, this.#actions)));
  }
}
