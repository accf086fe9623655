/** Whether an address belongs to an origin. False for text that is not a URL. */
export function hasOrigin(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}

/** Whether the system's browser may open an address. Other schemes could start programs. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
