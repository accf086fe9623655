import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../../../shared/api/session.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { setSessionCookie } from '../plugins/app-caller.ts';
import type { AppSession } from '../services/app-session.ts';
import { requireApp } from './caller.ts';
import type { ApiApp } from './operation.ts';

export interface SessionRouteOptions {
  readonly session: AppSession;
  readonly port: () => number | undefined;
}

/** `/session`: how a browser becomes the app. For the app only, so not in the API's document. */
export function sessionRoutes(app: ApiApp, { session, port }: SessionRouteOptions): void {
  app.get('/session', { schema: { hide: true, response: { 200: SessionSchema } } }, ({ isApp }) => ({ isApp }));

  app.post(
    '/session',
    { schema: { hide: true, body: SessionCreateSchema, response: { 200: SessionSchema } } },
    ({ body }, reply) => {
      const cookie = session.redeem(body.code);
      if (cookie === undefined) {
        throw new UserError(
          'LOCAL_TOKEN_REQUIRED',
          'This link was used already, or is of an earlier start: get a new one with tributary open.',
        );
      }
      setSessionCookie(reply, cookie, port());
      return { isApp: true };
    },
  );

  app.post('/session/codes', { schema: { hide: true, response: { 200: SessionCodeSchema } } }, (request) => {
    requireApp(request, 'A new link to the page');
    return { code: session.makeCode() };
  });
}
