/** Of the links that lead into the app. */
export const LINK_SCHEME = 'tributary';

/** What a link of the app leads to. */
export type LinkKind = 'flow' | 'store';

/** Ids of flows and stores; what else an address may hold leads nowhere. */
const LINK = /^tributary:\/\/(flow|store)\/([\w-]{1,100})\/?$/;

const PLACES: Readonly<Record<LinkKind, string>> = { flow: 'flows', store: 'stores' };

/** The address of a flow or a document store for other programs: "tributary://flow/<id>". */
export function appLink(kind: LinkKind, id: string): string {
  return `${LINK_SCHEME}://${kind}/${id}`;
}

/** The page that a link of the app leads to, as the part of the address after the origin: "#/flows/<id>". Undefined for anything else. */
export function hrefOfLink(link: string): string | undefined {
  const [, kind, id] = LINK.exec(link) ?? [];
  if (id === undefined) return undefined;
  return `#/${PLACES[kind === 'flow' ? 'flow' : 'store']}/${id}`;
}
