import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { EventChannels, RequestChannels } from '../../shared/ipc/bridge.ts';

type IsTrusted = (origin: string) => boolean;

/** Only the top frame of our own window, showing our server's page, may send requests. */
function isFromOurPage(event: IpcMainInvokeEvent, isTrusted: IsTrusted): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isTrusted(frame.origin);
}

/** Answers a request channel of the bridge. Requests from any other page fail. `answer` must check the arguments. */
export function handle<Channel extends keyof RequestChannels>(
  channel: Channel,
  isTrusted: IsTrusted,
  answer: (
    page: WebContents,
    asked: unknown,
  ) => ReturnType<RequestChannels[Channel]> | Promise<ReturnType<RequestChannels[Channel]>>,
): void {
  ipcMain.handle(channel, (event, asked: unknown) => {
    if (!isFromOurPage(event, isTrusted)) throw new Error(`${channel} was asked for by a page that is not ours.`);
    return answer(event.sender, asked);
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
