/**
 * The parts of undici that we use. Its index loads three times as much: 10 MB, in 25 ms that the server's thread does nothing else.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}

declare module 'undici/lib/dispatcher/dispatcher1-wrapper.js' {
  import { Dispatcher1Wrapper } from 'undici';
  export default Dispatcher1Wrapper;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  /** What the index makes the method `request` of each dispatcher. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}

declare module 'undici/lib/global.js' {
  import type { Dispatcher } from 'undici';
  /** For undici's own `fetch` and for Node's. */
  export function setGlobalDispatcher(dispatcher: Dispatcher): void;
}
