/** Of one text: larger ones are parsed anew each time. */
const MOST_CHARS = 64 * 1024;
const MOST_TEXTS = 16;

/**
 * Parses texts that come again and again, such as the flow of each of a thousand small upserts: the last few are remembered with what they say.
 * @param parse its values are shared by all who ask, so nobody may change them; what it throws is not remembered
 */
export function rememberTexts<Value>(parse: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = parse(text);
    if (text.length > MOST_CHARS) return value;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MOST_TEXTS) known.delete(oldest);
    known.set(text, { value });
    return value;
  };
}
