import { linkToServer } from '../../../electron/server/common/programs/server-link.ts';

// Answers, and then hears nothing any more.
const server = linkToServer();
server.onMessage((message) => {
  server.post(Object(message));
  setImmediate(() => {
    for (;;);
  });
});
