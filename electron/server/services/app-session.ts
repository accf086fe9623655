import { createHmac } from 'node:crypto';
import { generateApiKey } from '../secrets/api-key.ts';
import { isSameText } from '../secrets/local-token.ts';

/** A browser that was let in stays so for 30 days. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** A link is opened at once; one that was not is of no use to who finds it later. */
export const CODE_SECONDS = 5 * 60;
/** Codes that were made and not used: older ones go, so that nothing piles up. */
const MOST_CODES = 16;

export interface AppSessionOptions {
  /** The secret of the data folder. */
  readonly token: string;
  readonly now: () => Date;
  /** When a code was used. */
  readonly onUsed: (code: string) => void;
}

/**
 * Distinguishes the app itself, and other programs of the owner of the data folder, from any other caller. Programs send the secret of the folder; a browser gets a link
 * with a code that works once, and a cookie for it. The cookie is signed with the secret, so that it outlives a restart and nothing of it is stored.
 */
export function createAppSession({ token, now, onUsed }: AppSessionOptions) {
  /** With the time until when they work. */
  const codes = new Map<string, number>();

  function sign(expires: string): string {
    return createHmac('sha256', token).update(`session ${expires}`).digest('base64url');
  }

  return {
    isToken: (text: string): boolean => isSameText(text, token),

    /** A code that lets one browser in, once, within five minutes. */
    makeCode(): string {
      const code = generateApiKey();
      codes.set(code, now().getTime() + CODE_SECONDS * 1000);
      for (const old of codes.keys()) if (codes.size > MOST_CODES) codes.delete(old);
      return code;
    },

    /** The value of a cookie for a code, which is used up by this; undefined for one that is not ours, is too old or was used. */
    redeem(code: string): string | undefined {
      const until = codes.get(code);
      if (until === undefined) return undefined;
      codes.delete(code);
      onUsed(code);
      if (until <= now().getTime()) return undefined;
      const expires = String(now().getTime() + SESSION_SECONDS * 1000);
      return `${expires}.${sign(expires)}`;
    },

    /** Whether a cookie is one that {@link redeem} gave, and has not run out. */
    isCookie(value: string): boolean {
      const [expires = '', signature = ''] = value.split('.');
      return Number(expires) > now().getTime() && isSameText(signature, sign(expires));
    },
  };
}

export type AppSession = ReturnType<typeof createAppSession>;
