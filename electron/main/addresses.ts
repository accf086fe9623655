/** Whether an address belongs to an origin. Anything that is no address does not. */
export function hasOrigin(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}

/** Whether an address may be handed to the system's browser. Other schemes could start programs. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
