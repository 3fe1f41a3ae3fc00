import { z } from 'zod'
import { anyone, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id, Timestamp, Url } from '../shared/primitives.ts'
import { Email } from './email.ts'
import { SSOEntry } from './saml.ts'
import { Session } from './sessions.ts'

/** The ways in that an installation offers. */
const SignInMethods = z
  .strictObject({
    mail: z.boolean().describe('True if a link and a code can be sent by mail.'),
    invitationsPerHour: z.number().int().describe('Invitations of one organization that are mailed within an hour.'),
    signUp: z.enum(['invited', 'open']).describe('`open` if anybody may create an account by mail.'),
    oidc: z.strictObject({ label: z.string() }).nullable(),
    passkeys: z.boolean(),
    singleSignOn: z.array(SSOEntry).describe('The providers of the organization in the query.'),
  })
  .meta({ id: 'SignInMethods' })

/** What a link for signing in is for; shown before the person uses it up. */
const SignInLinkPurpose = z
  .strictObject({
    email: z.string().describe('The address that it signs in.'),
    organization: z
      .strictObject({ id: Id, title: z.string() })
      .nullable()
      .describe('The only organization that the session will open, if it will be limited to one.'),
    next: z.string().nullable().describe('The path of the console that its mail was asked for at.'),
  })
  .meta({ id: 'SignInLinkPurpose' })

/** The organization that an invite link leads into; shown before somebody signs in on the way there. */
const InviteLinkPurpose = z
  .strictObject({ organization: z.strictObject({ id: Id, title: z.string() }) })
  .meta({ id: 'InviteLinkPurpose' })

/** A path of the console, with what follows it: one slash first, and nothing that a browser would take for a host. */
export const ConsolePath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\s\p{Cc}]*$/u, 'must be a path, such as /s/abc')

const Secret = z.string().trim().min(1).max(128)

/** Signing in to the console in a browser (docs/interface.md#sessions). Published clients have no such paths. */
export const signInOperations = operations('identity', {
  getSignInMethods: {
    method: 'GET',
    path: '/v1/sign-in/methods',
    summary: 'The ways in which people sign in here, and in one organization',
    access: anyone,
    query: z.object({ organization: Id.optional() }),
    replies: { 200: SignInMethods },
  },
  requestSignInMail: {
    method: 'POST',
    path: '/v1/sign-in/mails',
    summary: 'Send a link and a code to an address; the answer is the same whether or not it has an account',
    access: anyone,
    console: true,
    body: z.object({ email: Email, next: ConsolePath.optional() }),
    replies: { 201: z.strictObject({ id: Id }) },
    // The id stands for the browser that asked, and is not stored with an idempotency key.
    secret: true,
  },
  signInWithCode: {
    method: 'POST',
    path: '/v1/sign-in/codes',
    summary: 'Sign in with the code of a mail, in the browser that asked for it',
    access: anyone,
    console: true,
    body: z.object({ id: Id, code: Secret }),
    passes: ['user-agent'],
    audited: { target: 'session', id: 'reply' },
    replies: { 201: Session },
    secret: true,
  },
  getSignInLinkPurpose: {
    method: 'POST',
    path: '/v1/sign-in/links/purpose',
    summary: 'Whom a link signs in; does not use it up',
    access: anyone,
    console: true,
    body: z.object({ token: Secret }),
    replies: { 200: SignInLinkPurpose },
    reads: true,
  },
  getInviteLinkPurpose: {
    method: 'POST',
    path: '/v1/sign-in/invites/purpose',
    summary: 'Which organization an invite link leads into; does not use it up',
    access: anyone,
    console: true,
    // The id of a link is enough to join by it, so it is in no address here.
    body: z.object({ organization: Id, invite: Id }),
    replies: { 200: InviteLinkPurpose },
    reads: true,
  },
  signInWithLink: {
    method: 'POST',
    path: '/v1/sign-in/links',
    summary: 'Sign in with a link, which works once',
    access: anyone,
    console: true,
    body: z.object({ token: Secret }),
    passes: ['user-agent'],
    audited: { target: 'session', id: 'reply' },
    replies: { 201: Session },
    secret: true,
  },
  createSignInLink: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sign-in-links',
    summary: 'Make a link that signs an invited person in to the organization, once and within a day',
    access: organizationRole('admin'),
    recentSignIn: true,
    body: z.object({ email: Email }),
    audited: { target: 'invite' },
    replies: { 201: z.strictObject({ email: z.string(), url: Url, expiresAt: Timestamp }) },
    secret: true,
  },
})
