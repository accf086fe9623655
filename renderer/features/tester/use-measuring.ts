import { useEffect, useRef, useState } from 'react';
import type { TestQuestion } from '../../../shared/api/test-questions.ts';
import { ask } from '../../api/ask.ts';
import { messageOf } from '../../api/client.ts';
import { sourceName } from '../../ui/passage/describe-passage.ts';
import { type Measured, measure } from './measure.ts';
import type { ReadSettings } from './settings.ts';

/** What each way to search gave for a question, in their order. */
export type MeasuredBy = readonly Measured[];

export interface Measuring {
  /** By the id of the question. */
  readonly results: ReadonlyMap<string, MeasuredBy>;
  readonly isRunning: boolean;
  /** Why it did not come to its end. */
  readonly failure: string | undefined;
}

const nothing: Measuring = { results: new Map(), isRunning: false, failure: undefined };

async function measureOne(
  { question, sources }: TestQuestion,
  ways: readonly ReadSettings[],
  signal: AbortSignal,
): Promise<MeasuredBy> {
  const measured: Measured[] = [];
  // One after the other: side by side they would slow each other, and their times are compared.
  for (const { target, body } of ways) {
    const { docs, timeTaken } = await ask(target, { ...body, query: question }, signal);
    measured.push(
      measure(
        docs.map(({ metadata }) => sourceName(metadata)),
        sources,
        timeTaken,
      ),
    );
  }
  return measured;
}

/** Asks all questions in each way, and keeps what came of it until the next time. */
export function useMeasuring() {
  const [measuring, setMeasuring] = useState<Measuring>(nothing);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  async function start(questions: readonly TestQuestion[], ways: readonly ReadSettings[]): Promise<void> {
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setMeasuring({ ...nothing, isRunning: true });
    try {
      for (const question of questions) {
        const measured = await measureOne(question, ways, signal);
        setMeasuring(({ results }) => ({
          ...nothing,
          isRunning: true,
          results: new Map(results).set(question.id, measured),
        }));
      }
      setMeasuring(({ results }) => ({ ...nothing, results }));
    } catch (error) {
      if (!signal.aborted) setMeasuring(({ results }) => ({ results, isRunning: false, failure: messageOf(error) }));
    }
  }
  function cancel(): void {
    stop.current?.abort();
    setMeasuring(({ results }) => ({ ...nothing, results }));
  }
  return { measuring, start, cancel };
}
