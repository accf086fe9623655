/**
 * What a script finds besides the language itself, made within the sandbox: all that comes in from outside is one function that takes a text and promises one.
 * Tools of Flowise's begin with `require('node-fetch')`.
 */
export const PRELUDE = `(send, input) => {
  const fetch = async (address, { method, headers, body } = {}) => {
    const own = headers && typeof headers.entries === 'function' ? Object.fromEntries(headers.entries()) : headers;
    const sent = { url: String(address), method, headers: own, body: body == null ? undefined : String(body) };
    const answer = JSON.parse(await send(JSON.stringify(sent)));
    if (answer.problem !== undefined) throw new TypeError(answer.problem);
    const { status, statusText, text } = answer;
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText,
      url: answer.url,
      headers: { get: (name) => answer.headers[String(name).toLowerCase()] ?? null },
      text: async () => text,
      json: async () => JSON.parse(text),
    };
  };
  const quiet = () => undefined;
  const require = (name) => {
    if (name === 'node-fetch') return Object.assign(fetch.bind(null), { default: fetch });
    throw new Error('There are no packages here: use fetch, and the language itself.');
  };
  Object.assign(globalThis, { fetch, require, console: { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet } });
  for (const [name, value] of Object.entries(JSON.parse(input))) globalThis['$' + name] = value;
}`;
