/** Channel that is asked once, and answered at once, when the page is loaded: for the address of its server. */
export const SERVER_ADDRESS = 'server-address';
