/** Why work ends that nobody waits for any more: its caller has gone. No fault of ours, and no news for the log. */
export class CallerGone extends Error {}
