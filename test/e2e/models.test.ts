import { afterAll, describe, expect, test } from 'vitest';
import { STARTER_FLOW_NAME } from '../../shared/flow/starter-flow.ts';
import { startFakeHub } from '../helpers/fakes/fake-hub.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { settingsPage } from '../helpers/pages/settings-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF MODELS ARE SKIPPED: ${browserSkipReason}.\n`);

const MODEL_FILE = 'onnx/model_quantized.onnx';
const BGE = 'BGE small (English, best)';

let isReachable = false;
let cutAfter: number | undefined;
let cut = Promise.withResolvers<void>();
const hub = await startFakeHub({
  status: () => (isReachable ? undefined : 403),
  cutAfter: ({ file }) => (file === MODEL_FILE ? cutAfter : undefined),
  beforeCut: () => cut.promise,
});
afterAll(() => hub.close());

describe.skipIf(browserSkipReason !== undefined)('A better model', () => {
  const suite = setUpBrowserSuite({ settings: { modelHubUrl: hub.url } });
  const offer = () => suite.page.getByRole('region', { name: 'A better model' });

  async function modelsOfFlows(): Promise<string[]> {
    const flows = (await suite.api.get('/chatflows')).body as { flowData: string }[];
    return flows.flatMap(({ flowData }) => [...flowData.matchAll(/"model":"([^"]*)"/g)].map(([, model = '']) => model));
  }

  async function openFlows(): Promise<void> {
    await suite.page.goto(`${suite.url}/#/flows`);
    await suite.page.getByRole('heading', { name: /^Flows/ }).waitFor();
  }

  /** A hub that refuses is told of, and flows stay as they were. */
  async function refuse(): Promise<void> {
    await offer().getByRole('button', { name: 'Download 34 MB' }).click();
    await offer()
      .getByRole('alert')
      .getByText(/does not give the model/)
      .waitFor();
    expect(await modelsOfFlows()).toEqual(['built-in']);
  }

  /** The download goes on where it was stopped. */
  async function download(): Promise<void> {
    isReachable = true;
    cutAfter = 120_000;
    await offer().getByRole('button', { name: 'Try again' }).click();
    await offer().getByRole('progressbar').waitFor();
    await offer()
      .getByText(/of 34 MB/)
      .waitFor();
    await offer().getByRole('button', { name: 'Stop' }).click();
    cut.resolve();
    cutAfter = undefined;
    cut = Promise.withResolvers();
    await offer().getByRole('button', { name: 'Continue the download' }).click();
    await offer().waitFor({ state: 'detached' });
    expect(hub.requests.filter(({ file, range }) => file === MODEL_FILE && range !== undefined)).toHaveLength(1);
    await expect.poll(modelsOfFlows).toEqual(['Xenova/bge-small-en-v1.5']);
  }

  test('it is offered, fetched with one click, stopped and continued; new flows begin with it, and it can be put away', async () => {
    const { page } = suite;
    await openFlows();
    await offer().getByText('34 MB · MIT licence · English').waitFor();
    await offer().getByText('The built-in model is for a first try').waitFor();
    await refuse();
    await download();

    const { row, confirm, open } = settingsPage(page, suite.url);
    await open('models', 'Models');
    const bge = row('Models', BGE);
    await bge.getByText('On this machine').waitFor();
    await bge.getByText('For new flows').waitFor();
    await bge.getByText(`Used by “${STARTER_FLOW_NAME}”.`).waitFor();
    await row('Models', 'Built-in')
      .getByRole('button', { name: /for new flows/ })
      .click();
    await row('Models', 'Built-in').getByText('For new flows').waitFor();
    await bge.getByRole('button', { name: `Use ${BGE} for new flows` }).click();
    await bge.getByText('For new flows').waitFor();

    await page.goto(`${suite.url}/#/flows?new=1`);
    await page.getByRole('radio', { name: 'Table to local store' }).click();
    await page.getByRole('button', { name: 'Create flow' }).click();
    await page.locator('.react-flow__node').first().waitFor();
    expect(new Set(await modelsOfFlows())).toEqual(new Set(['Xenova/bge-small-en-v1.5']));

    await open('models', 'Models');
    await bge.getByRole('button', { name: `Remove ${BGE}` }).click();
    await page.getByRole('alertdialog').getByText('downloads it again').waitFor();
    await confirm('Remove model');
    await bge.getByText('Not downloaded').waitFor();

    await openFlows();
    await offer().getByRole('button', { name: 'Put this offer away' }).click();
    await offer().waitFor({ state: 'detached' });
    await open('models', 'Models');
    await bge.getByRole('button', { name: `Download ${BGE}` }).click();
    await bge.getByText('On this machine').waitFor();
    await page.goto(`${suite.url}/#/flows`);
    await page.reload();
    await page.getByRole('heading', { name: /^Flows/ }).waitFor();
    expect(await offer().count()).toBe(0);
  });
});
