import type { KeyObject } from 'node:crypto'
import { signInOperations } from '@quire/contracts'
import { badRequest, conflict, created, type Input, notFound, prepared } from '@quire/kit'
import { type Context, implementWith } from '../context.ts'
import { findWorkingLink } from '../invites/joining-links.ts'
import type { MailLimitsNeeds } from '../mail/mail-limits.ts'
import { changeMember } from '../members/members.rules.ts'
import { offersPasskeys } from '../passkeys/relying-party.ts'
import { providerLogins } from '../saml/saml.rules.ts'
import { endOf, memberOfCode, purposeOfCode, redeemSignInCode } from '../saml/sign-in-codes.ts'
import { beginSession } from '../sessions/begin-session.ts'
import type { SignInNeeds } from '../sessions/sign-in-metrics.ts'
import { emailKey } from '../users/emails.ts'
import { admitProved } from './admit-by-mail.ts'
import { mayEnter } from './may-enter.ts'
import { type Origins, requireFewMails, requireFewWrongCodes, type SignInConfig } from './sign-in-limits.ts'
import { admitByLink, linkedPerson, linkOf, makeLink, takeLink } from './sign-in-links.rules.ts'
import {
  countTry,
  findRequest,
  requestMail,
  requestOfLink,
  type SignInMailRow,
  useCode,
  useMailLink,
} from './sign-in-mails.rules.ts'

/** The dependencies of handlers that sign people in to the console. */
export interface ConsoleSignInNeeds extends SignInNeeds {
  signInConfig: SignInConfig
  /** The key of the hashes of codes. */
  codeKey: KeyObject
  /** The name of the OpenID Connect provider; undefined if there is none. */
  oidcLabel: string | undefined
  /** Has a requested mail written at once; undefined if the installation sends no mail. */
  wakeSignInMails: (() => void) | undefined
}

export const signInRoutes = implementWith<ConsoleSignInNeeds & MailLimitsNeeds>()(signInOperations, {
  async getSignInMethods({ sql, query, publicUrl, signInConfig, oidcLabel, wakeSignInMails, mailLimits }) {
    const { organization } = query
    const { INVITE_MAILS_PER_HOUR: ofOrganization, INVITE_MAILS_PER_HOUR_OF_ACCOUNT: ofAccount } = mailLimits
    return {
      mail: wakeSignInMails !== undefined,
      invitationsPerHour: Math.min(ofOrganization, ofAccount),
      signUp: signInConfig.SIGN_UP,
      oidc: oidcLabel === undefined ? null : { label: oidcLabel },
      passkeys: offersPasskeys(publicUrl),
      singleSignOn: organization === undefined ? [] : await providerLogins(sql, organization, publicUrl),
    }
  },

  /** Stores the request for any address: whether it may sign in is found out when the mail is written. */
  async requestSignInMail(context) {
    const { sql, body, afterCommit, now, signInConfig, wakeSignInMails } = context
    if (!wakeSignInMails) throw conflict('This installation sends no mail: sign in in another way.')
    const origins = originsOf(context)
    await requireFewMails(sql, { address: emailKey(body.email), origins, now: now() }, signInConfig)
    const next = body.next ?? null
    const id = await requestMail(sql, { email: body.email, origins, next, now: now() })
    afterCommit(wakeSignInMails)
    return created({ id })
  },

  signInWithCode: prepared(
    (context: CodeContext) =>
      context.sql.transaction().execute(async (counting) => {
        const { body, now } = context
        const request = await findRequest(counting, body.id)
        await requireFewWrongCodes(counting, { request, origins: originsOf(context), now: now() })
        if (!(await countTry(counting, body.id, now()))) throw wrongCode()
      }),
    async (context: CodeContext) => {
      const { sql, body, now, codeKey } = context
      const request = await useCode(sql, { id: body.id, code: body.code, now: now() }, codeKey)
      if (!request) throw wrongCode()
      return signInByMail(context, request, wrongCode)
    },
  ),

  async getSignInLinkPurpose({ sql, body, now }) {
    const request = await requestOfLink(sql, body.token, now()).select(['email', 'next']).executeTakeFirst()
    if (request) return { ...request, organization: null }
    const link = await linkOf(sql, body.token, now())
      .leftJoin('organization', 'organization.id', 'sign_in_link.organization_id')
      .select(['sign_in_link.email', 'organization.id', 'organization.title'])
      .executeTakeFirst()
    const found = link ?? (await purposeOfCode(sql, body.token, now()))
    if (!found) throw deadLink()
    const { email, id, title } = found
    return { email, organization: id !== null && title !== null ? { id, title } : null, next: null }
  },

  async getInviteLinkPurpose({ sql, body, now }) {
    const link = await findWorkingLink({ sql, now }, body.organization, body.invite)
    if (!link) throw notFound('The invite link')
    return { organization: { id: link.organization_id, title: link.title } }
  },

  async signInWithLink(context) {
    const { sql, body, now } = context
    const request = await useMailLink(sql, body.token, now())
    if (request) return signInByMail(context, request, deadLink)
    return (await signInByMadeLink(context)) ?? signInByCode(context)
  },

  async createSignInLink(context) {
    const { sql, audit, params, body, lockOrganization, publicUrl, now } = context
    const { organizationId } = params
    const { organization, membership } = await lockOrganization('share')
    if (organization.sso)
      throw conflict('This organization demands single sign-on: its members sign in at the provider.')
    const kind = await linkedPerson(sql, organizationId, body.email)
    if (kind === undefined) throw notFound('An invitation of this address')
    if (kind === 'proved') throw conflict('This person has an account of their own, and signs in by themselves.')
    const by = { organizationId, memberId: membership.id }
    const { url, expiresAt } = await makeLink(sql, { email: body.email, by, publicUrl, now: now() })
    audit({ target: { id: body.email } })
    return created({ email: body.email, url, expiresAt: expiresAt.toISOString() })
  },
})

type CodeContext = Context<ConsoleSignInNeeds> & Input<typeof signInOperations.signInWithCode>

const originsOf = ({
  caller,
  originOf,
  widerOriginOf,
}: Pick<Context, 'caller' | 'originOf' | 'widerOriginOf'>): Origins => ({
  origin: originOf(caller.address) ?? null,
  wider_origin: widerOriginOf(caller.address) ?? null,
})

const wrongCode = () => badRequest('body.code', 'is wrong, was used or has expired: try again, or ask for another mail')
const deadLink = () => badRequest('body.token', 'belongs to no link that works: it was used or has expired')

/**
 * Signs in whoever proved the address of a mail. Refuses a person whom the operator has disabled like any other, and one
 * whose invitation or invite link has ended since the mail was written.
 */
async function signInByMail(context: Context<ConsoleSignInNeeds>, request: SignInMailRow, refusal: () => Error) {
  const { email } = request
  if (!(await mayEnter({ ...context, signUp: context.signInConfig.SIGN_UP }, request))) throw refusal()
  const account = await admitProved(context, { email, origin: context.originOf(context.caller.address) })
  if (!account) throw refusal()
  return beginSession(context, { userId: account.id, method: 'mail' })
}

type LinkContext = Context<ConsoleSignInNeeds> & Input<typeof signInOperations.signInWithLink>

/** Signs in by the code of single sign-on, for as long as a token that it could be exchanged for. */
async function signInByCode(context: LinkContext) {
  const { sql, body, now } = context
  const used = await redeemSignInCode(sql, body.token, now())
  const member = used && (await memberOfCode(sql, used))
  if (!member) throw deadLink()
  await changeMember(context, member.id, { last_seen_at: now() })
  return beginSession(context, {
    ...{ userId: member.user_id, method: 'saml', memberId: member.id, organizationId: member.organization_id },
    ...{ providerId: used.provider_id, endsAt: endOf(used, now()) },
  })
}

/**
 * Signs in by a link of an administrator or of the operator; undefined if it is none. What it leads to is locked before
 * the link is used up, as where a link is made.
 */
async function signInByMadeLink(context: LinkContext) {
  const { sql, body, caller, originOf, now } = context
  const link = await linkOf(sql, body.token, now()).selectAll().executeTakeFirst()
  if (!link) return undefined
  const origin = originOf(caller.address)
  const organizationId = link.organization_id ?? undefined
  const member = organizationId === undefined ? undefined : await admitByLink(context, link, origin)
  const account = organizationId === undefined ? await admitProved(context, { email: link.email, origin }) : undefined
  const userId = member?.user_id ?? account?.id
  if (userId === undefined || !(await takeLink(sql, body.token, now()))) throw deadLink()
  return beginSession(context, { userId, method: 'link', ...(member && { memberId: member.id, organizationId }) })
}
