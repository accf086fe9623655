/** The first name that is free: "New flow", "New flow 2", … */
export function freeName(wanted: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  let candidate = wanted;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${wanted} ${number}`;
  return candidate;
}

/** Whether {@link freeName} may have given this name: the wanted one, with or without a number. */
export function isFreeName(name: string, wanted: string): boolean {
  return name.startsWith(wanted) && /^( \d+)?$/.test(name.slice(wanted.length));
}
