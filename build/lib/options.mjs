// @ts-check
import { parseArgs } from 'node:util';

/** The options of `npm start -- …`. All except `headless` and `no-open` are passed to the server. */
export const usage = `Usage: npm start -- [options]
  --headless        no window and no browser
  --no-open         do not open the browser
  --port N          port of the server, 0 for any free one
  --host HOST       address to listen on
  --data-dir DIR    folder for everything that is kept`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} headless
 * @property {boolean} open whether a browser may be opened
 * @property {boolean} help
 * @property {string[]} serverArgs passed to the server unchanged
 */

/**
 * Reads the options of `npm start`.
 * @param {readonly string[]} argv without the program and the script
 * @returns {StartOptions}
 * @throws {Error} for an unknown option, or one without its value
 */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      headless: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      port: { type: 'string' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const serverArgs = [];
  if (values.port !== undefined) serverArgs.push('--port', values.port);
  if (values.host !== undefined) serverArgs.push('--host', values.host);
  if (values['data-dir'] !== undefined) serverArgs.push('--data-dir', values['data-dir']);
  return { headless: values.headless, open: !values.headless && !values['no-open'], help: values.help, serverArgs };
}
