import type { KeyObject } from 'node:crypto'
import { signInOperations } from '@quire/contracts'
import { badRequest, conflict, created, type Input, prepared } from '@quire/kit'
import { type Context, implementWith } from '../context.ts'
import { providerLogins } from '../saml/saml.rules.ts'
import { beginSession } from '../sessions/begin-session.ts'
import { emailKey } from '../users/emails.ts'
import { admitProved } from './admit-by-mail.ts'
import { requireFewMails, requireFewWrongCodes, type SignInConfig } from './sign-in-limits.ts'
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
export interface ConsoleSignInNeeds {
  signInConfig: SignInConfig
  /** The key of the hashes of codes. */
  codeKey: KeyObject
  /** Has a requested mail written at once; undefined if the installation sends no mail. */
  wakeSignInMails: (() => void) | undefined
}

export const signInRoutes = implementWith<ConsoleSignInNeeds>()(signInOperations, {
  async getSignInMethods({ sql, query, publicUrl, signInConfig, wakeSignInMails }) {
    const { organization } = query
    return {
      mail: wakeSignInMails !== undefined,
      signUp: signInConfig.SIGN_UP,
      oidc: null,
      passkeys: false,
      singleSignOn: organization === undefined ? [] : await providerLogins(sql, organization, publicUrl),
    }
  },

  /** Stores the request for any address: whether it may sign in is found out when the mail is written. */
  async requestSignInMail({ sql, caller, body, afterCommit, now, originOf, signInConfig, wakeSignInMails }) {
    if (!wakeSignInMails) throw conflict('This installation sends no mail: sign in in another way.')
    const origin = originOf(caller.address) ?? null
    await requireFewMails(sql, { address: emailKey(body.email), origin, now: now() }, signInConfig)
    const id = await requestMail(sql, { email: body.email, origin, now: now() })
    afterCommit(wakeSignInMails)
    return created({ id })
  },

  signInWithCode: prepared(
    async ({ sql, caller, body, now, originOf }: CodeContext) => {
      const request = await findRequest(sql, body.id)
      const origin = originOf(caller.address) ?? null
      await requireFewWrongCodes(sql, { address: request?.address ?? '', origin, now: now() })
      if (!(await countTry(sql, body.id, now()))) throw wrongCode()
    },
    async (context: CodeContext) => {
      const { sql, body, now, codeKey } = context
      const request = await useCode(sql, { id: body.id, code: body.code, now: now() }, codeKey)
      if (!request) throw wrongCode()
      return signInByMail(context, request, wrongCode)
    },
  ),

  async getSignInLinkPurpose({ sql, body, now }) {
    const request = await requestOfLink(sql, body.token, now()).select('email').executeTakeFirst()
    if (!request) throw deadLink()
    return { email: request.email, organization: null }
  },

  async signInWithLink(context) {
    const { sql, body, now } = context
    const request = await useMailLink(sql, body.token, now())
    if (!request) throw deadLink()
    return signInByMail(context, request, deadLink)
  },
})

type CodeContext = Context<ConsoleSignInNeeds> & Input<typeof signInOperations.signInWithCode>

const wrongCode = () => badRequest('body.code', 'is wrong, was used or has expired: try again, or ask for another mail')
const deadLink = () => badRequest('body.token', 'belongs to no link that works: it was used or has expired')

/** Signs in whoever proved the address of a mail. Refuses a person whom the operator has disabled like any other. */
async function signInByMail(context: Context<ConsoleSignInNeeds>, { email }: SignInMailRow, refusal: () => Error) {
  const account = await admitProved(context, { email, origin: context.originOf(context.caller.address) })
  if (!account) throw refusal()
  return beginSession(context, { userId: account.id, method: 'mail' })
}
