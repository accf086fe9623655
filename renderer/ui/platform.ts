/** Whether the keys of this machine are a Mac's. */
export const isMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What of the keys of commands there is here. */
export const keyboard = { isMac, isInWindow: typeof window !== 'undefined' && window.tributary !== undefined };
