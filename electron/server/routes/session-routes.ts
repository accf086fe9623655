import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../../../shared/api/session.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { setSessionCookie } from '../plugins/app-caller.ts';
import { requireApp } from './caller.ts';
import { route } from './route.ts';

const tag = 'Server';

/** `/session`: how a browser becomes the app. */
export const sessionRoutes = [
  route({
    method: 'GET',
    path: '/session',
    operationId: 'getSession',
    touches: 'nothing',
    isOpen: true,
    summary: 'Ask whether the caller is the app itself',
    tag,
    answers: { 200: SessionSchema },
    errors: [],
    handle: ({ isApp }) => ({ isApp }),
  }),
  route({
    method: 'POST',
    path: '/session',
    operationId: 'openSession',
    touches: 'nothing',
    isOpen: true,
    summary: 'Let a browser in by the code of a link',
    description:
      'Answers with a cookie. A code works once, within five minutes; `tributary open` makes a link with one.',
    tag,
    body: SessionCreateSchema,
    answers: { 200: SessionSchema },
    errors: ['LOCAL_TOKEN_REQUIRED'],
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
  }),
  route({
    method: 'POST',
    path: '/session/codes',
    operationId: 'createSessionCode',
    touches: 'nothing',
    summary: 'Make a code that lets one browser in',
    description: 'For the app itself, or a program that sends the secret of the data folder.',
    tag,
    answers: { 200: SessionCodeSchema },
    errors: ['APP_ONLY'],
    handle(request, { session }) {
      requireApp(request, 'A new link to the page');
      return { code: session.makeCode() };
    },
  }),
];
