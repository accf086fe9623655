import { hrefOfLink } from '../../../shared/ipc/app-link.ts';

/** The page that the arguments of a start ask for: "#/flows/…" for a link to a flow; undefined when they ask for none. */
export function openArguments(argv: readonly string[]): string | undefined {
  return argv.map(hrefOfLink).find((href) => href !== undefined);
}
