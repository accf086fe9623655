#!/usr/bin/env node
// The command line of the installed package.
const WANTED_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < WANTED_MAJOR) {
  process.stderr.write(`Node ${process.versions.node} runs this: Tributary needs Node ${WANTED_MAJOR} or later.\n`);
  process.exitCode = 1;
} else {
  // Its place in the installed package.
  await import(new URL('./dist/server/cli.js', import.meta.url).href);
}
