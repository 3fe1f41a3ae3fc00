import { samlService, samlSignInOperations, sessionLinkAddress } from '@quire/contracts'
import { badRequest, conflict, created, forbidden, type Input, page, prepared, Refusal, text } from '@quire/kit'
import { sql as raw } from 'kysely'
import { type Context, implementWith } from '../context.ts'
import { changeMember } from '../members/members.rules.ts'
import type { SignInNeeds } from '../sessions/sign-in-metrics.ts'
import { Token } from '../tables/tokens.entity.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import { claimsOf, newToken } from '../tokens/tokens.rules.ts'
import { Rejection } from './rejection.ts'
import { type ActiveProvider, isActive, requireProvider } from './saml.rules.ts'
import type { SignIn } from './service-provider.ts'
import { codeMinutes, createSignInCode, endOf, memberOfCode, redeemSignInCode } from './sign-in-codes.ts'
import { admit } from './sign-in-membership.ts'

/** Bounds the tokens of one membership; another sign-in ends the oldest. */
const maxSignInTokens = 50

/** Loads the code that parses and signs XML, which is large and not needed to start the service. */
const serviceProvider = () => import('./service-provider.ts')

export const samlSignInRoutes = implementWith<SignerNeeds & SignInNeeds>()(samlSignInOperations, {
  /** Returns the metadata, of pending providers too, because it completes them. */
  async getSAMLServiceMetadata({ sql, params, publicUrl }) {
    const { metadataOf } = await serviceProvider()
    return text(metadataOf(await requireProvider(sql, params), publicUrl))
  },

  async startSAMLSignIn(context) {
    const provider = await requireProvider(context.sql, context.params)
    if (!isActive(provider)) throw notReady()
    const { requestAddress } = await serviceProvider()
    return startPage(await titleOf(context), await requestAddress(provider, context.publicUrl))
  },

  // Anybody may send a response: it is verified before a transaction begins, so that none holds the provider meanwhile.
  acceptSAMLResponse: prepared(verifiedBefore, async (context: Accepting, before: VerifiedSignIn) => {
    const { sql, params, publicUrl } = context
    // Locked until the code is written: a change of the provider then ends the code too.
    const provider = await requireProvider(sql, params, 'use')
    if (!isActive(provider)) throw notReady()
    const signIn = await stillVerified(context, provider, before)
    await answerOnce(context, provider, signIn)
    const { membership, isNew } = await admit(context, provider, {
      ...signIn.person,
      origin: context.originOf(context.caller.address),
    })
    if (!membership) throw refusedEntry(context, provider, signIn)
    context.audit({
      actorId: membership.user_id,
      target: { id: membership.user_id },
      payload: { isNewMember: isNew },
    })
    const { sessionEndsAt } = signIn
    const code = await createSignInCode(sql, {
      providerId: provider.id,
      memberId: membership.id,
      sessionEndsAt,
      now: context.now(),
    })
    context.afterCommit(() => context.countSignIn('saml', 'accepted'))
    context.log.info({ provider: provider.id, userId: membership.user_id }, 'signed in through single sign-on')
    return signedInPage({ email: signIn.person.email, title: await titleOf(context), code, publicUrl })
  }),

  async exchangeSignInCode(context) {
    return created(await exchangeCode(context, context.body.code))
  },
})

const notReady = () => conflict('This way to sign in is not set up completely yet: ask an administrator.')

type OfProvider = Pick<Context<SignInNeeds>, 'sql' | 'log' | 'requestId' | 'publicUrl' | 'countSignIn'> & {
  params: { organizationId: string }
}

type Accepting = Context<SignerNeeds & SignInNeeds> & Input<typeof samlSignInOperations.acceptSAMLResponse>

/** A sign-in, and the provider as it was when the response was verified. */
interface VerifiedSignIn {
  provider: ActiveProvider
  signIn: SignIn
}

async function verifiedBefore(context: Accepting): Promise<VerifiedSignIn> {
  const provider = await requireProvider(context.sql, context.params)
  if (!isActive(provider)) throw notReady()
  return { provider, signIn: await verified(context, provider, context.body.SAMLResponse) }
}

/** Returns the sign-in; verifies the response again if the provider was changed meanwhile. The provider must be locked. */
function stillVerified(context: Accepting, provider: ActiveProvider, before: VerifiedSignIn): SignIn | Promise<SignIn> {
  const isSame = (['certificate', 'entity_id', 'sso_url', 'request_key'] as const).every(
    (name) => provider[name] === before.provider[name],
  )
  return isSame ? before.signIn : verified(context, provider, context.body.SAMLResponse)
}

async function verified(context: OfProvider, provider: ActiveProvider, response: string): Promise<SignIn> {
  const { verifySignIn } = await serviceProvider()
  return orRefused(context, provider, () => verifySignIn(provider, context.publicUrl, response))
}

/** Throws 400 for a rejected response without the reason, which is only logged. */
async function orRefused<Result>(
  context: OfProvider,
  provider: ActiveProvider,
  accept: () => Promise<Result>,
): Promise<Result> {
  try {
    return await accept()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    logRefusal(context, provider, error.message)
    const { startURL } = samlService(context.publicUrl, { organizationId: provider.organization_id, id: provider.id })
    throw new Refusal(
      400,
      `The answer of the identity provider cannot be accepted. Start again at ${startURL} and finish within ten ` +
        'minutes; if that does not help, ask an administrator, who finds the reason in the log.',
    )
  }
}

/** Marks a request as answered. The second of two concurrent responses to one request waits here and is rejected. */
function answerOnce(context: OfProvider, provider: ActiveProvider, { request }: SignIn): Promise<void> {
  return orRefused(context, provider, async () => {
    const answered = await context.sql
      .insertInto('saml_answer')
      .values({ request_id: request.id, provider_id: provider.id, expires_at: request.expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('request_id')
      .executeTakeFirst()
    if (!answered) throw new Rejection('it answers a request that was answered before')
  })
}

/** Returns the same refusal for everybody, so that it does not reveal who has an account. */
function refusedEntry(context: OfProvider, provider: ActiveProvider, { person }: SignIn): Refusal {
  logRefusal(context, provider, 'the address belongs to no member who may enter, and may not join by signing in')
  return forbidden(
    `The identity provider says that you are ${person.email}, and this address may not enter here. ` +
      'Ask an administrator of the organization for an invitation.',
  )
}

function logRefusal({ log, requestId, countSignIn }: OfProvider, { id }: ActiveProvider, reason: string) {
  countSignIn('saml', 'refused')
  log.warn({ provider: id, requestId, reason }, 'a sign-in through single sign-on was refused')
}

async function titleOf({ sql, params }: OfProvider): Promise<string> {
  const { title } = await sql
    .selectFrom('organization')
    .select('title')
    .where('id', '=', params.organizationId)
    .executeTakeFirstOrThrow()
  return title
}

interface SignedInPage {
  email: string
  title: string
  code: string
  publicUrl: string
}

function signedInPage({ email, title, code, publicUrl }: SignedInPage) {
  const command = `curl -sS '${publicUrl}/v1/sso/tokens' -H 'Content-Type: application/json' -d '{"code":"${code}"}'`
  return page(
    `${email} signed in to ${title}`,
    [
      `Your code is ${code}. It works once, within ${codeMinutes} minutes: continue in this browser, or exchange it for an access token.`,
    ],
    { code: command, link: { label: 'Continue', address: sessionLinkAddress(publicUrl, code) } },
  )
}

/**
 * Returns a page that asks before it redirects. Any administrator of any organization decides the target of its sign-in,
 * so people first read the name of the organization and the target's host, in the form that DNS uses.
 */
function startPage(title: string, address: string) {
  const { host } = new URL(address)
  return page(
    `Sign in to ${title}`,
    [
      `The organization that calls itself “${title}” signs people in at ${host}. Its administrators chose that address; it is not part of Quire.`,
      'Go on only if you know both, and finish within ten minutes.',
    ],
    { link: { label: `Continue to ${host}`, address } },
  )
}

/**
 * Exchanges a code for a token that is valid in the organization only, for twelve hours or until the provider ends the
 * session. Throws the same 400 for any problem with the code or with the membership. Emits the member's activity, so that
 * the answer's position in the event stream covers a membership created a moment ago.
 */
async function exchangeCode(
  context: Pick<Context<SignerNeeds>, 'em' | 'sql' | 'emit' | 'audit' | 'signer' | 'now'>,
  code: string,
) {
  const { em, sql, signer } = context
  const now = context.now()
  const used = await redeemSignInCode(sql, code, now)
  const member = used && (await memberOfCode(sql, used))
  if (!member) throw badRequest('body.code', 'is no code, was used or has expired: sign in again')
  await changeMember(context, member.id, { last_seen_at: raw<Date>`now()` })
  await revokeTokens(context, { member_id: member.id }, maxSignInTokens - 1)
  const row = {
    ...newToken({
      userId: member.user_id,
      name: `Single sign-on: ${used.label}`,
      scope: 'full',
      lifetimeMs: endOf(used, now).getTime() - now.getTime(),
      now,
    }),
    kind: 'saml' as const,
    memberId: member.id,
    providerId: used.provider_id,
  }
  em.create(Token, row)
  const organizationId = member.organization_id
  context.audit({
    organizations: [organizationId],
    actorId: member.user_id,
    target: { id: row.id, label: row.name },
  })
  const token = signer.signAccess({ ...claimsOf(row), kind: 'saml', organizationId })
  return { token, organization: organizationId, expiresAt: row.expiresAt.toISOString() }
}
