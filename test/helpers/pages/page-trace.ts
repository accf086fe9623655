import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';

const EventSchema = z.looseObject({
  name: z.string(),
  ph: z.string(),
  pid: z.int(),
  tid: z.int(),
  /** µs */
  ts: z.number(),
  dur: z.number().optional(),
  /** As dur, without the time in which the machine did something else. */
  tdur: z.number().optional(),
  args: z.looseObject({ data: z.looseObject({}).optional(), name: z.unknown().optional() }).optional(),
});
type TraceEvent = z.infer<typeof EventSchema>;
const TraceSchema = z.object({ traceEvents: z.array(EventSchema) });

/** What runs script on the main thread; each may hold others. */
const SCRIPT = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
]);

/** Input that is one step of a drag, of panning or of zooming. */
const MOVES = new Set(['pointermove', 'mousemove', 'wheel']);

/** What the page did during an action. Times in ms: of the processor, where nothing else is said. */
export interface PageTrace {
  /** Script in each frame that had a move of the pointer or a turn of the wheel. */
  readonly scriptOfMoves: readonly number[];
  /** All work of the main thread in the same frames: script, style, layout, paint, hit tests. */
  readonly workOfMoves: readonly number[];
  readonly scriptMs: number;
  /** Frames drawn, a second of the action. */
  readonly framesPerSecond: number;
  readonly longestTaskMs: number;
  /** The longest time on the clock from an input to the frame that shows what came of it; in steps of 8 ms. 0: no input took as long as a frame. */
  readonly inputToFrameMs: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** Time of the processor: it is the same on a machine that does other things too. */
  readonly cpu: number;
}

function spanOf({ ts, dur = 0, tdur = dur }: TraceEvent): Span {
  return { from: ts, to: ts + dur, cpu: tdur };
}

/** Spans that lie in no other; the given ones are in the order of their beginnings. */
function outermost(spans: readonly Span[]): readonly Span[] {
  let end = 0;
  return spans.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/** The time of the processor of what ends between two moments, in ms: a frame is marked within the task that makes it. */
function timeOf(spans: readonly Span[], from: number, to: number): number {
  return spans.reduce((sum, span) => (span.to >= from && span.to < to ? sum + span.cpu : sum), 0) / 1000;
}

/** The events of the thread that draws the page, oldest first. */
function mainThread(events: readonly TraceEvent[], marked: TraceEvent): TraceEvent[] {
  return events.filter(({ pid, tid }) => pid === marked.pid && tid === marked.tid).toSorted((a, b) => a.ts - b.ts);
}

function typeOf({ args }: TraceEvent): unknown {
  return args?.data?.type;
}

function inputToFrame(events: readonly TraceEvent[]): number {
  return events
    .filter(({ name, ph }) => name === 'EventTiming' && ph === 'b')
    .reduce((longest, { args }) => Math.max(longest, Number(args?.data?.duration ?? 0)), 0);
}

function analyse(events: readonly TraceEvent[]): PageTrace {
  const [begin, end] = ['trace-begin', 'trace-end'].map((mark) => events.find(({ name }) => name === mark));
  if (begin === undefined || end === undefined) throw new Error('The trace lacks its marks.');
  const main = mainThread(events, begin).filter(({ ts }) => ts >= begin.ts && ts < end.ts);
  const script = outermost(main.filter(({ name, ph }) => ph === 'X' && SCRIPT.has(name)).map(spanOf));
  const tasks = outermost(main.filter(({ name, ph }) => ph === 'X' && name === 'RunTask').map(spanOf));
  const frames = main.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts);
  const moves = main.filter((event) => event.name === 'EventDispatch' && MOVES.has(String(typeOf(event))));
  const spans = [begin.ts, ...frames].map((from, at) => ({ from, to: frames[at] ?? end.ts }));
  const ofMoves = spans.filter(({ from, to }) => moves.some(({ ts }) => ts >= from && ts < to));
  return {
    scriptOfMoves: ofMoves.map(({ from, to }) => timeOf(script, from, to)),
    workOfMoves: ofMoves.map(({ from, to }) => timeOf(tasks, from, to)),
    scriptMs: timeOf(script, begin.ts, end.ts),
    framesPerSecond: frames.length / ((end.ts - begin.ts) / 1_000_000),
    longestTaskMs: tasks.reduce((longest, { cpu }) => Math.max(longest, cpu), 0) / 1000,
    inputToFrameMs: inputToFrame(main),
  };
}

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'v8.execute',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
  '-*',
];

/** A script of the page. */
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** What the page does while `act` runs, from a trace of Chromium. */
export async function tracePage(browser: Browser, page: Page, act: () => Promise<void>): Promise<PageTrace> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate(() => performance.mark('trace-begin'));
  await act();
  // The frame that the last input asks for, and what comes right after it.
  await page.evaluate(TWO_FRAMES);
  await page.evaluate(() => performance.mark('trace-end'));
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString());
  return analyse(TraceSchema.parse(trace).traceEvents);
}

/** The value below which a part of the values lies; 0 without any. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
