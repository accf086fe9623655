import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../api/session.ts';
import type { Operations } from './operation.ts';

const tag = 'Server';

/** `/session`: how a browser becomes the app. */
export const sessionOperations = {
  getSession: {
    method: 'GET',
    path: '/session',
    tag,
    summary: 'Ask whether the caller is the app itself',
    answers: { 200: SessionSchema },
    errors: [],
  },
  openSession: {
    method: 'POST',
    path: '/session',
    tag,
    summary: 'Let a browser in by the code of a link',
    description:
      'Answers with a cookie. A code works once, within five minutes; `tributary open` makes a link with one.',
    body: SessionCreateSchema,
    answers: { 200: SessionSchema },
    errors: ['LOCAL_TOKEN_REQUIRED'],
  },
  createSessionCode: {
    method: 'POST',
    path: '/session/codes',
    tag,
    summary: 'Make a code that lets one browser in',
    description: 'For the app itself, or a program that sends the secret of the data folder.',
    answers: { 200: SessionCodeSchema },
    errors: ['APP_ONLY'],
  },
} as const satisfies Operations;
