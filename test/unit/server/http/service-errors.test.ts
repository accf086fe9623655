import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_STATUSES,
  connectionCode,
  networkProblem,
  ownErrorIn,
  refusedStatus,
  serviceRefused,
  serviceUnreachable,
  WEB_STATUSES,
} from '../../../../electron/server/http/service-errors.ts';
import { UserError } from '../../../../shared/errors/errors.ts';

const service = { title: 'Shelf at http://shelf.test', address: 'http://shelf.test' };

function failure(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
}

describe('the errors of services', () => {
  it.each([
    [401, 'wants to know who asks (status 401): check the key or password.'],
    [403, 'does not let us in (status 403): check the address and what the account may do.'],
    [404, 'is not there (status 404): check the address.'],
    [410, 'is not there (status 410): check the address.'],
    [413, 'finds the request too large (status 413): check the settings.'],
    [418, 'refused the request (status 418): check the settings.'],
    [429, 'takes no more requests for now (status 429): wait a while, or ask for less at once.'],
    [500, 'failed (status 500): try again later.'],
    [599, 'failed (status 599): try again later.'],
  ])('say what status %i means', (status, rest) => {
    expect(serviceRefused(service, { status }, WEB_STATUSES)).toMatchObject({
      code: 'SERVICE_FAILED',
      message: `Shelf at http://shelf.test ${rest}`,
      details: { address: 'http://shelf.test', status },
    });
  });

  it("quote the server's own words, cut to a length for a notice", () => {
    const words = ` ${'long '.repeat(100)}`;
    const { message } = serviceRefused(service, { status: 429, words }, ACCOUNT_STATUSES);
    expect(message).toBe(
      `Shelf at http://shelf.test takes no more requests for now (status 429): wait a while, or check the limits of the account. It says: ${words.trim().slice(0, 300)}`,
    );
  });

  it.each([
    ['ECONNREFUSED', 'nothing answers at this address', false],
    ['ENOTFOUND', 'there is no host of this name', true],
    ['ECONNRESET', 'the connection broke off', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'the host does not answer', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted', true],
    ['CERT_HAS_EXPIRED', 'its certificate has expired', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https', true],
    ['HPE_INVALID_CONSTANT', 'it does not speak HTTP', true],
  ])('say why no connection comes about: %s', (code, reason, isLasting) => {
    const error = serviceUnreachable(service, failure(code));
    expect(error.message).toBe(
      `Shelf at http://shelf.test cannot be reached (${reason}): check that it runs and that the address is right.`,
    );
    expect(networkProblem(failure(code))?.isLasting ?? false).toBe(isLasting);
  });

  it('do not show unknown reasons', () => {
    expect(serviceUnreachable(service, failure('EODD')).message).toBe(
      'Shelf at http://shelf.test cannot be reached: check that it runs and that the address is right.',
    );
  });

  it("find the code and our error among the causes of a client's error", () => {
    const own = new UserError('ADDRESS_REFUSED', 'Refused: use another.');
    const wrapped = new Error('outer', { cause: new Error('inner', { cause: own }) });
    expect(ownErrorIn(wrapped)).toBe(own);
    expect(ownErrorIn(failure('EPIPE'))).toBeUndefined();
    expect(connectionCode(new AggregateError([failure('ETIMEDOUT'), failure('ECONNREFUSED')]))).toBe('ETIMEDOUT');
    expect(connectionCode('no error')).toBe('');
  });

  it('keep the status', () => {
    expect(refusedStatus(serviceRefused(service, { status: 404 }, WEB_STATUSES))).toBe(404);
    expect(refusedStatus(new Error('x'))).toBeUndefined();
  });
});
