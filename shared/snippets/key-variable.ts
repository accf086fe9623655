/** The environment variable that a snippet reads its key from. */
export const KEY_VARIABLE = 'TRIBUTARY_API_KEY';
