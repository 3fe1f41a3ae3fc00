import type { Session } from '@quire/contracts'
import { consoleCookie, created, forbidden } from '@quire/kit'
import { organizationsComeTo } from '../audit/store-events.ts'
import type { Context } from '../context.ts'
import { deviceOf } from './device.ts'
import { presentSession } from './sessions.routes.ts'
import { endSessions, type NewSession, startSession } from './sessions.rules.ts'
import type { SignInNeeds } from './sign-in-metrics.ts'

type SigningIn = Pick<
  Context<SignInNeeds>,
  'sql' | 'emit' | 'audit' | 'now' | 'caller' | 'passed' | 'publicUrl' | 'afterCommit' | 'countSignIn'
>

/** The person that signs in, and the organization that the session is limited to. */
type Begun = Omit<NewSession, 'device' | 'address'> & { organizationId?: string }

/**
 * Signs a person in in the browser that asks: starts a session, and answers it with the cookie. A session that this browser
 * has had ends. The row of the person must be locked (`isEnabled`).
 */
export async function beginSession(context: SigningIn, { organizationId, ...begun }: Begun) {
  const { sql, audit, caller, passed, publicUrl } = context
  const { userId, tokenId, isSession, address } = caller
  if (isSession && userId !== undefined && tokenId !== undefined) await endSessions(context, { userId, id: tokenId })
  if (begun.method !== 'saml') context.afterCommit(() => context.countSignIn(begun.method, 'accepted'))
  const started = await startSession(context, { ...begun, device: deviceOf(passed['user-agent']), address })
  audit({
    organizations: organizationId === undefined ? await organizationsComeTo(sql, begun.userId) : [organizationId],
    actorId: begun.userId,
    target: { id: started.id, label: started.device },
    payload: { method: begun.method },
  })
  const session: Session = presentSession(
    {
      ...{ id: started.id, method: begun.method, device: started.device, address: address ?? null },
      ...{
        created_at: started.createdAt,
        used_at: started.createdAt,
        expires_at: started.expiresAt,
        organization_id: organizationId ?? null,
      },
    },
    { currentId: started.id, publicUrl },
  )
  return created(session, { 'Set-Cookie': consoleCookie(publicUrl).set(started.secret, started.maxAgeSeconds) })
}

/** Returns the browser of a request, which the gateway knows by its cookie: the one that begins a sign-in finishes it. */
export function requireBrowser({ browser }: Context['caller']): string {
  if (browser === undefined) throw forbidden('Only the console does this.')
  return browser
}
