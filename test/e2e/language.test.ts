import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { speak, t } from '../../shared/texts/t.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { catalogueOf } from '../helpers/pages/language-looks.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF LANGUAGES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The language of the window', () => {
  const suite = setUpBrowserSuite();
  afterAll(() => speak('en', {}));

  test('is chosen by keyboard under Settings, keeps what is written, and does the main job', async () => {
    const { page, url, api } = suite;
    speak('en', {});
    await page.goto(`${url}/#/settings/general`);
    await page.getByRole('combobox', { name: 'Language' }).press('Enter');
    await page.getByRole('option', { name: 'Deutsch' }).press('Enter');
    speak('de', catalogueOf('de'));
    await page.getByRole('heading', { name: t('Language'), level: 3 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');

    await page.getByRole('link', { name: t('Flows'), exact: true }).press('Enter');
    await page.getByRole('button', { name: t('New flow'), exact: true }).press('Enter');
    await page.getByRole('radio', { name: t('Table to local store') }).press('Space');
    await page.getByRole('button', { name: t('Create flow') }).press('Enter');
    await page.locator('.react-flow__node').first().waitFor();
    await page
      .getByRole('button', { name: t('Upsert'), exact: true })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: t('Use the sample documents') }).press('Enter');
    const drawer = page.getByRole('region', { name: t('Upsert'), exact: true });
    await drawer
      .getByRole('button', { name: t('Upsert {count, plural, one {# file} other {# files}}', { count: 1 }) })
      .press('Enter');
    await page.getByRole('button', { name: t('Ask a question') }).press('Enter');
    await page.getByRole('textbox', { name: t('Question') }).fill('Who grows pumpkins?');
    await page.getByRole('textbox', { name: t('Question') }).press('Enter');
    await page.getByText('pumpkins').first().waitFor();
    // Names that are saved in the flow are the same in all languages.
    const flows = z
      .array(z.looseObject({ name: z.string(), flowData: z.string() }))
      .parse((await api.get('/chatflows')).body);
    const made = flows.find(({ name }) => name === t('Table to local store'));
    expect(made?.flowData).toContain('"label":"CSV File"');
  });
});
