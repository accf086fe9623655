import { test } from 'vitest';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { expectPruned } from '../helpers/servers/mixed-calls.ts';

const suite = setUpApiSuite({ dimensions: 256 }, 'own');

test('after 2,000 mixed calls rows and pages in use are within 20 % of a fresh import of what is left', () =>
  expectPruned(suite.server, suite.fake.basepath, { calls: 2000, flows: 3, files: 12 }));
