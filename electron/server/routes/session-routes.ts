import { UserError } from '../../../shared/errors/errors.ts';
import type { sessionOperations } from '../../../shared/operations/session.ts';
import { setSessionCookie } from '../plugins/app-caller.ts';
import { requireApp } from './caller.ts';
import type { RoutesOf } from './route.ts';

/** `/session`: how a browser becomes the app. */
export const sessionRoutes = {
  getSession: {
    touches: 'nothing',
    isOpen: true,
    handle: ({ isApp }) => ({ isApp }),
  },
  openSession: {
    touches: 'nothing',
    isOpen: true,
    handle({ body }, { session, port }, reply) {
      const cookie = session.redeem(body.code);
      if (cookie === undefined) {
        throw new UserError(
          'LOCAL_TOKEN_REQUIRED',
          'This link was used already, is older than five minutes, or is of an earlier start: get a new one with tributary open.',
        );
      }
      setSessionCookie(reply, cookie, port());
      return { isApp: true };
    },
  },
  createSessionCode: {
    touches: 'nothing',
    handle(request, { session }) {
      requireApp(request, 'A new link to the page');
      return { code: session.makeCode() };
    },
  },
} satisfies RoutesOf<typeof sessionOperations>;
