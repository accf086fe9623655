import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmManifest, withoutInstallation } from '../../../build/lib/npm-manifest.mjs';
import { root } from '../../../build/lib/paths.mjs';

test('the npm package has the version, the program and the dependencies of the app, and nothing for building it', () => {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = npmManifest(project);
  expect(manifest).toMatchObject({
    name: 'tributary',
    version: project.version,
    license: 'MIT',
    type: 'module',
    bin: { tributary: 'tributary.mjs' },
    engines: { node: '>=24' },
    dependencies: project.dependencies,
    bundleDependencies: ['onnxruntime-node'],
  });
  expect(Object.keys(manifest)).not.toEqual(
    expect.arrayContaining(['private', 'scripts', 'devDependencies', 'overrides']),
  );
  // No path of this folder: it means nothing where the package is installed.
  expect(Object.values(manifest.dependencies ?? {}).filter((version) => version.startsWith('file:'))).toEqual([]);
});

test('a package that brings its libraries along runs and adds nothing when it is installed', () => {
  const source = {
    name: 'onnxruntime-node',
    main: 'dist/index.js',
    scripts: { postinstall: 'node ./script/install' },
    devDependencies: { minimist: '^1.2.8' },
    dependencies: { 'adm-zip': '^0.6.0', 'global-agent': '^4.1.3', 'onnxruntime-common': '1.30.0' },
  };
  expect(withoutInstallation(source)).toEqual({
    name: 'onnxruntime-node',
    main: 'dist/index.js',
    dependencies: { 'onnxruntime-common': '1.30.0' },
  });
});
