import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import {
  type EventChannels,
  type RequestChannels,
  requestChannels,
  requestSchemas,
} from '../../../shared/ipc/bridge.ts';
import { isPageAddress } from '../../../shared/ipc/page-origin.ts';
import { SERVER_ADDRESS } from '../../../shared/ipc/server-address.ts';

type RequestOf<Channel extends keyof RequestChannels> = Parameters<RequestChannels[Channel]>[0];
type Answer<Channel extends keyof RequestChannels> = ReturnType<RequestChannels[Channel]>;

/** What answers each request of a page; the request has been checked. */
export type RequestHandlers = {
  readonly [Channel in keyof RequestChannels]: (
    page: WebContents,
    request: RequestOf<Channel>,
  ) => Answer<Channel> | Promise<Answer<Channel>>;
};

/** Only the top frame of a window, showing our page, may send requests. */
function isFromPage({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.origin);
}

function handle<Channel extends keyof RequestChannels>(channel: Channel, handlers: RequestHandlers): void {
  ipcMain.handle(channel, (event, request: unknown) => {
    if (!isFromPage(event)) throw new Error(`${channel} was asked for by a page that is not ours.`);
    return handlers[channel](event.sender, requestSchemas[channel].parse(request));
  });
}

/** Answers the requests of the bridge. One of any other page fails, and so does one whose content does not fit its schema. */
export function handleRequests(handlers: RequestHandlers, serverAddress: () => string): void {
  for (const channel of requestChannels) handle(channel, handlers);
  ipcMain.on(SERVER_ADDRESS, (event) => {
    event.returnValue = isFromPage(event) ? serverAddress() : '';
  });
}

/** Sends an event to a page on an event channel of the bridge. */
export function send<Channel extends keyof EventChannels>(
  contents: WebContents,
  channel: Channel,
  payload: EventChannels[Channel],
): void {
  if (!contents.isDestroyed()) contents.send(channel, payload);
}
