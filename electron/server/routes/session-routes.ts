import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../../../shared/api/session.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import { setSessionCookie } from '../plugins/app-caller.ts';
import type { AppSession } from '../services/app-session.ts';
import { requireApp } from './caller.ts';
import type { ApiApp } from './operation.ts';

export interface SessionRouteOptions {
  readonly session: AppSession;
  readonly port: () => number | undefined;
}

const tags = ['Server'];

const operations = {
  read: {
    schema: {
      operationId: 'getSession',
      summary: 'Ask whether the caller is the app itself',
      tags,
      response: { 200: SessionSchema },
    },
  },
  open: {
    schema: {
      operationId: 'openSession',
      summary: 'Let a browser in by the code of a link',
      description:
        'Answers with a cookie. A code works once, within five minutes; `tributary open` makes a link with one.',
      tags,
      body: SessionCreateSchema,
      response: { 200: SessionSchema, ...errorAnswers('LOCAL_TOKEN_REQUIRED') },
    },
  },
  makeCode: {
    schema: {
      operationId: 'createSessionCode',
      summary: 'Make a code that lets one browser in',
      description: 'For the app itself, or a program that sends the secret of the data folder.',
      tags,
      response: { 200: SessionCodeSchema, ...errorAnswers('APP_ONLY') },
    },
  },
};

/** `/session`: how a browser becomes the app. */
export function sessionRoutes(app: ApiApp, { session, port }: SessionRouteOptions): void {
  app.get('/session', operations.read, ({ isApp }) => ({ isApp }));

  app.post('/session', operations.open, ({ body }, reply) => {
    const cookie = session.redeem(body.code);
    if (cookie === undefined) {
      throw new UserError(
        'LOCAL_TOKEN_REQUIRED',
        'This link was used already, is older than five minutes, or is of an earlier start: get a new one with tributary open.',
      );
    }
    setSessionCookie(reply, cookie, port());
    return { isApp: true };
  });

  app.post('/session/codes', operations.makeCode, (request) => {
    requireApp(request, 'A new link to the page');
    return { code: session.makeCode() };
  });
}
