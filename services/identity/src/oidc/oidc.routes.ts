import type { KeyObject } from 'node:crypto'
import { oidcOperations } from '@quire/contracts'
import { badRequest, conflict, created, forbidden, type Input, prepared } from '@quire/kit'
import { type Context, implementWith } from '../context.ts'
import { beginSession, requireBrowser } from '../sessions/begin-session.ts'
import type { SignInNeeds } from '../sessions/sign-in-metrics.ts'
import { admitProved } from '../sign-in/admit-by-mail.ts'
import { mayEnter } from '../sign-in/may-enter.ts'
import type { SignInConfig } from '../sign-in/sign-in-limits.ts'
import { type OidcClient, type OidcPerson, OidcRejection } from './oidc-client.ts'
import { newState, openState } from './oidc-state.ts'
import { changeMappedTeams, organizationsToChange } from './oidc-teams.ts'

/** The dependencies of handlers that sign people in with OpenID Connect. */
export interface OidcNeeds extends SignInNeeds {
  /** Undefined if the installation has no provider. */
  oidc: OidcClient | undefined
  /** The key that states of sign-ins are made with. */
  codeKey: KeyObject
  signInConfig: SignInConfig
}

type Begin = Context<OidcNeeds>
type Answered = Context<OidcNeeds> & Input<typeof oidcOperations.signInWithOidc>

export const oidcRoutes = implementWith<OidcNeeds>()(oidcOperations, {
  beginOidcSignIn: prepared(
    ({ oidc, codeKey, caller, now }: Begin) =>
      requireOidc(oidc).addressFor(newState(codeKey, requireBrowser(caller), now())),
    async (_: Begin, url: string) => created({ url }),
  ),

  /** Asks the provider before the transaction begins: it may take seconds. */
  signInWithOidc: prepared(personOf, async (context: Answered, person: OidcPerson) => {
    const { sql, caller, originOf, signInConfig, body } = context
    const entrant = { email: person.email, next: body.next ?? null }
    if (!(await mayEnter({ ...context, signUp: signInConfig.SIGN_UP }, entrant))) throw notInvited(context, person)
    const { teams } = person
    const locked = teams ? await organizationsToChange(sql, person.email, teams) : []
    const account = await admitProved(context, { ...person, origin: originOf(caller.address), locked })
    if (!account) throw notInvited(context, person)
    if (teams) await changeMappedTeams(context, account.id, teams, locked)
    return beginSession(context, { userId: account.id, method: 'oidc' })
  }),
})

async function personOf(context: Answered): Promise<OidcPerson> {
  const { oidc, codeKey, caller, body, now } = context
  const secrets = openState(codeKey, body.state, requireBrowser(caller), now())
  if (!secrets) throw badRequest('body.state', 'belongs to no sign-in of this browser, or took too long: sign in again')
  try {
    return await requireOidc(oidc).personOf(body, secrets)
  } catch (error) {
    if (!(error instanceof OidcRejection)) throw error
    reportRefusal(context, error.message)
    throw badRequest('body.code', 'was not accepted: sign in again; the log of the installation has the reason')
  }
}

function requireOidc(oidc: OidcClient | undefined): OidcClient {
  if (!oidc) throw conflict('This installation has no OpenID Connect provider: sign in in another way.')
  return oidc
}

function notInvited(context: Answered, { email }: OidcPerson) {
  reportRefusal(context, 'the address has neither an account nor an invitation')
  return forbidden(
    `${email} has neither an account nor an invitation here: ask an administrator of an organization for one.`,
  )
}

function reportRefusal({ log, requestId, countSignIn }: Answered, reason: string): void {
  countSignIn('oidc', 'refused')
  log.warn({ requestId, reason }, 'a sign-in with OpenID Connect was refused')
}
