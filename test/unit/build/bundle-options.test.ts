import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../../build/lib/bundle-options.mjs';

test.each(['server', 'renderer', 'main', 'preload'])(
  'what %s is built by tells of faults, and not that the machine is busy',
  async (name) => {
    const { build, worker, logLevel } = await resolveConfig(bundleOptions(name), 'build');
    expect(logLevel).toBe('warn');
    for (const { rolldownOptions } of [build, worker])
      expect(rolldownOptions.checks).toEqual({ bundlerTimings: false });
  },
);
