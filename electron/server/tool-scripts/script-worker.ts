import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { z } from 'zod';
import { BugError } from '../../../shared/errors/errors.ts';
import { createScriptFetch } from './script-fetch.ts';
import { SCRIPT_LIMIT_MS, type Script, type ScriptResult } from './script-messages.ts';
import { PRELUDE } from './script-prelude.ts';

/** Thread that runs one function of a person's in QuickJS: an engine in WebAssembly, which has nothing of Node's, and no memory but its own. */

const MEMORY_BYTES = 64 * 1024 * 1024;
const STACK_BYTES = 512 * 1024;
const LONGEST_TEXT = 100_000;
const LONGEST_PROBLEM = 500;

const port = parentPort;
if (port === null) throw new BugError('The script worker was started outside of a worker thread');
const script: Script = z
  .object({ code: z.string(), input: z.record(z.string(), z.unknown()), allowLocalNetwork: z.boolean() })
  .parse(workerData);

/** The build copies the engine beside the programs; the sources take it from the package. */
function engineFile(): string | URL {
  return import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
    : new URL('./quickjs/emscripten-module.wasm', import.meta.url);
}

/** Of the script's time. */
const endMs = performance.now() + SCRIPT_LIMIT_MS;

async function openContext(): Promise<QuickJSContext> {
  const { buffer: wasmBinary } = new Uint8Array(await readFile(engineFile()));
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary }));
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => performance.now() > endMs);
  return runtime.newContext();
}

function problemOf(context: QuickJSContext, error: QuickJSHandle): ScriptResult {
  const { data } = z.object({ name: z.string(), message: z.string() }).safeParse(context.dump(error));
  const words =
    data === undefined ? 'it threw no error, or needs more memory than it has' : `${data.name}: ${data.message}`;
  return failed(words);
}

/** @param words why, if not for its time: what ends a script that runs too long is not always an error, and may be nothing at all */
function failed(words: string): ScriptResult {
  const text = performance.now() > endMs ? `it took longer than ${SCRIPT_LIMIT_MS / 1000} s` : words;
  return { problem: `The tool failed: ${text.slice(0, LONGEST_PROBLEM)}` };
}

/** What a function returned, as a text. */
const TO_TEXT = `(value) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, ${LONGEST_TEXT});
}`;

async function run({ code, input, allowLocalNetwork }: Script): Promise<ScriptResult> {
  const context = await openContext();
  const send = await createScriptFetch(allowLocalNetwork);
  const waiting = new Set<Promise<unknown>>();
  const sending = context.newFunction('send', (written) => {
    const { handle, resolve } = context.newPromise();
    const sent = send(context.getString(written)).then((answer) => {
      waiting.delete(sent);
      resolve(context.newString(answer));
    });
    waiting.add(sent);
    return handle;
  });
  const prepare = context.unwrapResult(context.evalCode(PRELUDE));
  context.unwrapResult(
    context.callFunction(prepare, context.undefined, sending, context.newString(JSON.stringify(input))),
  );
  const toText = context.unwrapResult(context.evalCode(TO_TEXT));
  const begun = context.evalCode(`(async () => {${code}\n})()`, 'tool.js');
  if (begun.error !== undefined) return problemOf(context, begun.error);
  for (;;) {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error !== undefined) return problemOf(context, jobs.error);
    const state = context.getPromiseState(begun.value);
    if (state.type === 'rejected') return problemOf(context, state.error);
    if (state.type === 'fulfilled') {
      const text = context.callFunction(toText, context.undefined, state.value);
      return text.error === undefined ? { text: context.getString(text.value) } : problemOf(context, text.error);
    }
    if (waiting.size === 0) return failed('it waits for something that never comes');
    await Promise.race(waiting);
  }
}

port.postMessage(await run(script));
