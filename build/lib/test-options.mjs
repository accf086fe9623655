// @ts-check

/**
 * @typedef {object} TestOptions
 * @property {boolean} isLong the long suite instead of the others
 * @property {boolean} hasTimes whether to list what each file took
 * @property {string | undefined} changedSince a commit: only what the difference to it can touch
 * @property {string | undefined} order another order of the files for each value
 * @property {string[]} rest for vitest
 */

/**
 * Reads the arguments of `npm test`.
 * @param {readonly string[]} argv without the program and the script
 * @returns {TestOptions}
 */
export function readTestOptions(argv) {
  /** @type {TestOptions} */
  const options = { isLong: false, hasTimes: false, changedSince: undefined, order: undefined, rest: [] };
  for (const word of argv) {
    const [name, value] = word.split('=', 2);
    if (name === '--long') options.isLong = true;
    else if (name === '--times') options.hasTimes = true;
    else if (name === '--changed') options.changedSince = value ?? 'HEAD';
    else if (name === '--order') options.order = value ?? '';
    else options.rest.push(word);
  }
  return options;
}
