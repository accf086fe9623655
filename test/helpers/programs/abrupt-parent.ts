import { startProgram } from '../../../electron/server/common/programs/start-program.ts';

// A server that is killed while its model process starts.
const program = startProgram('model-process');
program.post({
  type: 'start',
  workerId: 1,
  url: new URL('../fakes/scripted-model-worker.ts', import.meta.url).href,
  source: {},
});
program.post({
  type: 'tell',
  workerId: 1,
  message: { type: 'call', callId: 1, isUrgent: false, input: { text: 'spin' } },
});
process.stdout.write(`${program.pid}\n`, () => process.kill(process.pid, 'SIGKILL'));
