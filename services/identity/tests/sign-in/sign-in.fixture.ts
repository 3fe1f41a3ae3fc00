import { type Operation, identityOperations as operations } from '@quire/contracts'
import { type Caller, sessionHash } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import type { MailServer } from '../mail/mail-server.ts'
import { sqlOf } from '../support.ts'

/** A browser without a session, at an address. */
export const nobodyAt = (address: string): Caller => ({ kind: 'none', scope: 'full', address })

/** A browser that signs in, at an address of its own unless one is given. */
export function openSignIn(identity: () => ServiceTest, server: () => MailServer) {
  let next = 1
  const freshAddress = () => {
    next += 1
    return `198.51.${Math.floor(next / 250)}.${next % 250}`
  }
  const send = (operation: Operation, body: object, as: Caller = nobodyAt(freshAddress())) =>
    identity().call(operation, { as, body, headers: { 'User-Agent': firefox } })
  const ask = (email: string, as?: Caller, next?: string) =>
    send(operations.requestSignInMail, { email, ...(next !== undefined && { next }) }, as)
  return {
    freshAddress,
    ask,
    useCode: (id: string, code: string, as?: Caller) => send(operations.signInWithCode, { id, code }, as),
    useLink: (token: string, as?: Caller) => send(operations.signInWithLink, { token }, as),
    purposeOf: (token: string) => send(operations.getSignInLinkPurpose, { token }),
    purposeOfInvite: (link: { organization: string; invite: string }) => send(operations.getInviteLinkPurpose, link),
    /** Asks for a mail to an address that may sign in; resolves with the id, and what the mail says. */
    async askAndReceive(email: string, as?: Caller, next?: string) {
      const before = server().received.length
      const { status, body } = await ask(email, as, next)
      if (status !== 201) throw new Error(`${email} gets no mail: ${status}`)
      const arrived = () =>
        server()
          .received.slice(before)
          .find(({ recipients, text = '' }) => recipients.includes(email) && text.includes('/sign-in/'))
      let mail = arrived()
      while (!mail) {
        await server().next()
        mail = arrived()
      }
      return { id: String(body.id), ...secretsIn(mail.text), mail }
    },
    /** The person of the session that an answer's cookie has. */
    async personOf(headers: Headers) {
      const secret = cookieOf(headers)
      const row = await sqlOf(identity())
        .selectFrom('session')
        .innerJoin('token', 'token.id', 'session.id')
        .innerJoin('user', 'user.id', 'token.user_id')
        .select(['user.id', 'user.email', 'token.kind', 'token.member_id', 'token.revoked_at', 'session.device'])
        .where('session.hash', '=', sessionHash(secret))
        .executeTakeFirst()
      return row
    },
  }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const cookieOf = (headers: Headers) => /^quire=([^;]*);/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

function secretsIn(text = ''): { token: string; code: string } {
  const [, token = ''] = /\/sign-in\/([\w-]+)/.exec(text) ?? []
  const [, code = ''] = /^ +(\d{6})$/m.exec(text) ?? []
  return { token, code }
}
