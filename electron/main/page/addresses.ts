/** Whether the system's browser may open an address. Other schemes could start programs. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
