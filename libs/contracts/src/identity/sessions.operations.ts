import { z } from 'zod'
import { anyone, servicesOnly, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { Session } from './sessions.ts'

/** The sessions of a person in browsers (docs/interface.md#sessions). Published clients have no such paths. */
export const sessionOperations = operations('identity', {
  listSessionsForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user/sessions',
    summary: "List the caller's sessions in browsers that have not ended",
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(Session) },
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/user/sessions/{sessionId}',
    summary: "End one of the caller's sessions, such as one on a lost device",
    access: signedIn,
    audited: { target: 'session', id: 'sessionId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  signOut: {
    method: 'POST',
    path: '/v1/sign-out',
    summary: 'End the session of this browser',
    access: anyone,
    console: true,
    audited: { target: 'session' },
    replies: { 204: null },
    narrows: true,
    // Its header removes the cookie, which a stored answer would not have.
    secret: true,
  },
})

/** The caller that a session stands for; its times are in seconds since 1970. */
const SessionCaller = z.strictObject({
  id: Id,
  userId: Id,
  kind: z.enum(['user', 'saml']),
  organizationId: Id.optional(),
  expiresAt: z.number().int(),
  /** Only if it was asked for: an earlier gateway takes no answer with it. Without it a session counts as old. */
  signedInAt: z.number().int().optional(),
})
export type SessionCaller = z.infer<typeof SessionCaller>

/** Sessions for the gateway; not reachable through it. */
export const sessionInternalOperations = operations('identity', {
  useSession: {
    method: 'POST',
    path: '/internal/sessions/{sessionHash}',
    summary: 'Whose session this is, by the hash of its secret; counts as a use of it',
    access: servicesOnly('gateway'),
    query: z.object({ signedInAt: z.literal('true').optional() }),
    replies: { 200: SessionCaller },
  },
})
