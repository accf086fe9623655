// @ts-check

/** @typedef {{ status: string }} Assertion */
/** @typedef {{ status: string, assertionResults: readonly Assertion[], name?: string, startTime?: number, endTime?: number }} TestFile */
/** @typedef {{ testResults: readonly TestFile[] }} Report the part of vitest's JSON report that we use */
/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * Counts the tests of a run. A file that fails without a failed test (it could not be loaded, a hook threw) counts as
 * one failure.
 * @param {Report} report
 * @returns {Totals}
 */
export function countTests(report) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') totals.passed += 1;
      else if (status === 'failed') failedHere += 1;
      else totals.skipped += 1;
    }
    totals.failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
  return totals;
}

/** @param {Totals} totals @returns {string} the last line of `npm test` */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * What each file took, by its path in the project.
 * @param {Report} report
 * @param {string} root the project's folder
 * @returns {{ name: string, ms: number }[]}
 */
export function fileTimes(report, root) {
  return report.testResults.map(({ name = '', startTime = 0, endTime = 0 }) => ({
    name: name.startsWith(root) ? name.slice(root.length + 1) : name,
    ms: endTime - startTime,
  }));
}
