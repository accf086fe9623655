import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

// Nothing is loaded to check it: the thread is there as long as the server, and would take twice the memory.
const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The checkpoint worker was started without the name of a database');
const db = new BetterSqlite3(file, { fileMustExist: true });
db.pragma('busy_timeout = 5000');
db.pragma('synchronous = FULL');

/** Tells whether nobody was in the way. */
function checkpoint(how: 'PASSIVE' | 'TRUNCATE'): void {
  parentPort?.postMessage({ isComplete: db.pragma(`wal_checkpoint(${how})`, { simple: true }) === 0 });
}

parentPort?.on('message', (message) => {
  if (message === 'stop') {
    db.close();
    parentPort?.close();
    return;
  }
  if (message === 'truncate') {
    // Writers would wait for as long as this does.
    db.pragma('busy_timeout = 50');
    checkpoint('TRUNCATE');
    db.pragma('busy_timeout = 5000');
  } else checkpoint('PASSIVE');
});
