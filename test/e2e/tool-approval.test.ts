import { describe, expect, test } from 'vitest';
import { linkWith, SessionCodeSchema } from '../../shared/api/session.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { resourcesPage } from '../helpers/pages/resources-page.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF TOOLS' APPROVAL ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The code of a tool', () => {
  const suite = setUpBrowserSuite({ settings: { requireLocalToken: true } });

  test('is approved by whoever has read it, and asks again when it is changed', async () => {
    const { page } = suite;
    const { open, field, button } = resourcesPage(page, suite.url);
    const stored = async () => (await suite.api.get('/tools')).body;
    const { code } = SessionCodeSchema.parse((await suite.api.call('POST', '/session/codes')).body);
    await page.goto(linkWith(suite.url, code));
    await page.getByRole('navigation', { name: 'Main' }).waitFor();

    await open('tools');
    await button('New tool').click();
    await retype(field('Name'), 'count_owls');
    await page.locator('.cm-content').click();
    await page.keyboard.type('return 3;');
    await button('Create tool').press('Enter');
    const approval = page.getByRole('region', { name: 'Approval' });
    await approval.getByText('Not approved').waitFor();
    await button('Approve this code').press('Enter');
    await approval.getByText('Approved: agents may run this code.').waitFor();
    expect(await stored()).toMatchObject([{ name: 'count_owls', func: 'return 3;', isApproved: true }]);

    await page.locator('.cm-content').click();
    await page.keyboard.type(' // more');
    await button('Save').press('Enter');
    await approval.getByText('Not approved').waitFor();
    expect(await stored()).toMatchObject([{ func: 'return 3; // more', isApproved: false }]);
  });
});
