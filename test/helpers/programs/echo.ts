import { linkToServer } from '../../../electron/server/common/programs/server-link.ts';

// Sends back what it gets, and ends when the server lets go of it or is gone.
const server = linkToServer();
server.onMessage((message) => server.post(Object(message)));
server.onClose(() => process.exit(0));
