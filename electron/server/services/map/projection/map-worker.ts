import { parentPort } from 'node:worker_threads';
import { BugError, toErrorData } from '../../../../../shared/errors/errors.ts';
import type { FromMapWorker, ToMapWorker } from './map-messages.ts';
import { projectRows } from './project-rows.ts';

const port = parentPort;
if (port === null) throw new BugError('The map worker was started outside of a worker thread');

function answer(rows: ToMapWorker): FromMapWorker {
  try {
    const projection = projectRows(rows, (step, fraction) =>
      port?.postMessage({ step, fraction } satisfies FromMapWorker),
    );
    return { projection };
  } catch (error) {
    return { error: toErrorData(error) };
  }
}

port.on('message', (rows: ToMapWorker) => port.postMessage(answer(rows)));
