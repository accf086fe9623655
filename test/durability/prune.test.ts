import { test } from 'vitest';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { expectPruned } from '../helpers/servers/mixed-calls.ts';

const suite = setUpApiSuite({ dimensions: 256 }, 'own');

// As often for each file as in test/long.
test('after 220 mixed calls rows and pages in use are within 20 % of a fresh import of what is left', () =>
  expectPruned(suite.server, suite.fake.basepath, { calls: 220, flows: 1, files: 4 }));
