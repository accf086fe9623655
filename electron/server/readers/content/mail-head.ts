/** Headers that mails have. */
const OF_MAILS =
  /^(?:from|sender|reply-to|to|cc|bcc|subject|date|received|return-path|message-id|mime-version|delivered-to|in-reply-to|thread-(?:topic|index)|content-type|x-(?:mailer|originating-ip|spam-status|received|uidl|mozilla-status|ms-.*)|dkim-signature|arc-.*|authentication-results|list-(?:id|unsubscribe))$/i;
/** Those that nothing but a mail has. */
const OF_TRANSPORT = /^(?:received|return-path|message-id|mime-version|delivered-to|dkim-signature|arc-.*|x-mailer)$/i;

/** A mailbox's line before a mail, or the length that Apple Mail writes there. */
const LINE_BEFORE = /^\s*(?:>?From (?![ \t]*:)[^\n]{0,500}\n|\d{1,12}[ \t]*\r?\n)?/;
const FIELD = /^([!-9;-~]{1,100})[ \t]*:/;

/** The headers that a text begins with. */
interface Head {
  readonly names: readonly string[];
  /** Whether something stands behind the headers, or in a subject. */
  readonly hasText: boolean;
}

function readHead(start: string): Head | undefined {
  const text = start.replace(LINE_BEFORE, '');
  const names: string[] = [];
  const empty = /\r?\n\r?\n/.exec(text);
  for (const line of text.slice(0, empty?.index).split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && names.length > 0) continue;
    const name = FIELD.exec(line)?.[1];
    // The last line of a sample may be cut.
    if (name === undefined && (empty !== null || names.length === 0)) return undefined;
    if (name !== undefined) names.push(name);
  }
  const hasText = /^subject[ \t]*:[ \t]*\S/im.test(text) || (empty !== null && text.slice(empty.index).trim() !== '');
  return names.length === 0 ? undefined : { names, hasText };
}

/** How many characters of a file show whether it is a mail. */
export const MAIL_HEAD_UNITS = 16 * 1024;

/** Whether a text of any name begins as a mail does, whatever its first header is. */
export function looksLikeMail(start: string): boolean {
  const head = readHead(start);
  if (head === undefined || !head.hasText) return false;
  const known = head.names.filter((name) => OF_MAILS.test(name));
  return known.length > 1 && known.some((name) => name.toLowerCase() === 'from' || OF_TRANSPORT.test(name));
}

/** Whether a text was a mail on its way: people write no such headers. */
export function wasSentAsMail(start: string): boolean {
  const head = readHead(start);
  if (head === undefined || !head.hasText) return false;
  return head.names.some((name) => /^from$/i.test(name)) && head.names.some((name) => OF_TRANSPORT.test(name));
}

/** Whether a text that is named as a mail begins with headers. */
export function hasHeaders(start: string): boolean {
  return readHead(start)?.names.some((name) => /-/.test(name) || OF_MAILS.test(name)) ?? false;
}
