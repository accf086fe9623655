import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { RouteAccess } from '../plugins/api-key-guard.ts';
import type { ApiContext } from './api-context.ts';

/** What the address of a call says, checked. */
interface Address<Params, Query> {
  readonly params: Params;
  readonly query: Query;
}

type OwnerIds = readonly string[];

/** The flows and document stores that a call names: by their ids, or by those of what is theirs. An id of nothing names nobody. */
type NamedOwners<Params, Query, Body> =
  | {
      readonly byAddress: (address: Address<Params, Query>, context: ApiContext) => OwnerIds;
      /** Uses the flow as a script does: the app itself needs its key too. */
      readonly isUse?: true;
      /** Reads or deletes what people have said: not for pages of other origins, unless they have a key. */
      readonly isPrivate?: true;
    }
  | { readonly byBody: (body: Body, context: ApiContext) => OwnerIds };

type Unnamed =
  /** Nothing that a flow or a document store has stored or done. */
  | 'nothing'
  /** Flows as they are drawn, with their names: a key guards what a flow stores and does, and every change of it. */
  | 'drawings'
  /** Document stores only, which are bound to no key. */
  | 'stores'
  /** What belongs to all: the handler leaves out `hiddenOwners` of the request. */
  | 'visible'
  /** The same of what people have said: not for pages of other origins, unless they have a key. */
  | 'visibleChats'
  /** Keys, which open chats: not for pages of other origins, unless they have one. */
  | 'keys'
  /** What belongs to all, as one: the keys of all bound flows are needed. */
  | 'everything';

/** Whose data a call touches, whether that is named by the owner or by a run, a bin entry, a version or a passage of theirs. */
export type Touches<Params, Query, Body> = Unnamed | NamedOwners<Params, Query, Body>;

/** {@link Touches} of a route whose schemas are not known. */
export type RouteTouches =
  | Unnamed
  | {
      byAddress(address: Address<unknown, unknown>, context: ApiContext): OwnerIds;
      readonly isUse?: true;
      readonly isPrivate?: true;
    }
  | { byBody(body: unknown, context: ApiContext): OwnerIds };

interface ById {
  readonly params: { readonly id: string };
}

const ownerId = ({ params }: ById): OwnerIds => [params.id];
const ownerOfRun = ({ params }: ById, { runs }: Pick<ApiContext, 'runs'>): OwnerIds => {
  const owner = runs.ownerOf(params.id);
  return owner === undefined ? [] : [owner];
};

/** `:id` is that of the chatflow or the document store, in the bin too. */
export const itsOwner = { byAddress: ownerId };
export const usedOwner = { byAddress: ownerId, isUse: true } as const;
/** `:id` is that of the chatflow or the document store whose chats are read, or deleted, alone or with it. */
export const itsChats = { byAddress: ownerId, isPrivate: true } as const;
/** `:id` is that of a run. */
export const itsRun = { byAddress: ownerOfRun };
export const usedRun = { byAddress: ownerOfRun, isUse: true } as const;
/** `:id` is that of a feedback. */
export const itsFeedback = {
  byAddress: ({ params }: ById, { feedback }: Pick<ApiContext, 'feedback'>): OwnerIds => {
    const owner = feedback.ownerOf(params.id);
    return owner === undefined ? [] : [owner];
  },
};

interface Guarded {
  readonly touches: RouteTouches;
  readonly isOpen?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
}

/** The owners that the address of a call names. An address that the schemas refuse names none: the call ends there. */
function namedBy(
  { params, query: querySchema }: Guarded,
  request: FastifyRequest,
  owners: (address: Address<unknown, unknown>) => OwnerIds,
): OwnerIds {
  const [path, query] = [
    params?.safeParse(request.params) ?? { success: true, data: {} },
    querySchema?.safeParse(request.query) ?? { success: true, data: {} },
  ];
  return path.success && query.success ? owners({ params: path.data, query: query.data }) : [];
}

/** What the guard has to know of a route. */
export function accessOf(route: Guarded, context: ApiContext): RouteAccess {
  const { touches, isOpen = false } = route;
  if (typeof touches === 'string') {
    return {
      isOpen,
      isUse: false,
      isPrivate: touches === 'visibleChats' || touches === 'keys',
      ...(touches === 'everything' ? { named: () => context.chatflows.bound().keys() } : {}),
    };
  }
  if ('byBody' in touches)
    return { isOpen, isUse: false, isPrivate: false, namedInBody: ({ body }) => touches.byBody(body ?? {}, context) };
  const named = (request: FastifyRequest) => namedBy(route, request, (address) => touches.byAddress(address, context));
  return { isOpen, isUse: touches.isUse === true, isPrivate: touches.isPrivate === true, named };
}
