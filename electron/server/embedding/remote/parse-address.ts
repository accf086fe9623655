import { UserError } from '../../../../shared/errors/errors.ts';
import { SERVICE_ADDRESS } from '../../../../shared/nodes/text-rules.ts';

/**
 * The address of a service as a param has it, without slashes at its end.
 * @param param its name, and what people call it
 * @throws UserError INVALID_PARAM when it is not an http(s) address, or holds a password or a query
 */
export function parseAddress(
  text: string,
  { param, title, example }: { readonly param: string; readonly title: string; readonly example: string },
): string {
  const trimmed = text.trim().replace(/\/+$/, '');
  if (!SERVICE_ADDRESS.fits(trimmed)) {
    throw new UserError(
      'INVALID_PARAM',
      `The ${title} is not an address: write one such as ${example}, without a name, a password or a question mark in it.`,
      { details: { param } },
    );
  }
  return trimmed;
}

/**
 * {@link parseAddress}, or the vendor's own address for a text of blanks.
 * @throws UserError INVALID_PARAM as parseAddress
 */
export function addressOr(
  vendorAddress: string,
  text: string,
  names: { readonly param: string; readonly title: string },
): string {
  return text.trim() === '' ? vendorAddress : parseAddress(text, { ...names, example: vendorAddress });
}

/** Host and path of an address: names a service in the id of a model. */
export function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
