/** Address of the server, without a path: in the window as the app says, in a browser where the page came from; empty outside of a page (tests). */
export const serverAddress =
  'location' in globalThis ? (window.tributary?.serverAddress ?? window.location.origin) : '';
