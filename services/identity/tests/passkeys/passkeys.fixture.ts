import { identityOperations as operations } from '@quire/contracts'
import { type Caller, sessionHash } from '@quire/kit'
import { type PasskeyDevice, passkeyDevice } from '@quire/world/passkey-device'
import type { ServiceTest } from '@quire/world/service-test'
import { startSession } from '../../src/sessions/sessions.rules.ts'
import { addPerson, sqlOf, within } from '../support.ts'

export const publicUrl = 'http://docs.example.com'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser without a session. */
export const nobody = (browser = 'browser', address = '203.0.113.7'): Caller => ({
  ...{ kind: 'none', scope: 'full', address, browser },
})

/** People, their devices, and the browsers in which they use them. */
export function openPasskeys(identity: () => ServiceTest, now: () => Date) {
  let people = 0
  /** A person of a test's own. */
  async function someone() {
    people += 1
    return { ada: await addPerson(identity(), `Ada ${people}`), email: `ada.${people}@example.com` }
  }

  /** A person who has just signed in, in a browser. */
  async function signedIn(userId: string): Promise<Caller> {
    const { id: tokenId } = await within(identity(), (writer) =>
      startSession({ ...writer, now }, { userId, method: 'mail', device: 'Firefox on Linux', address: undefined }),
    )
    return { userId, kind: 'user', scope: 'full', isSession: true, signedInAt: now().getTime() / 1000, tokenId }
  }

  const begin = (as: Caller | string) => identity().call(operations.beginPasskey, { as })
  const add = (as: Caller | string, credential: unknown) =>
    identity().call(operations.addPasskey, { as, body: { credential }, headers: { 'User-Agent': firefox } })

  /** A device with a passkey of a person who has just signed in. */
  async function deviceOf(userId: string): Promise<{ device: PasskeyDevice; as: Caller; id: string }> {
    const [device, as] = [passkeyDevice(publicUrl), await signedIn(userId)]
    const { status, body } = await add(as, device.make((await begin(as)).body))
    if (status !== 201) throw new Error(`no passkey was added: ${status}`)
    return { device, as, id: body.id }
  }

  return {
    ...{ someone, signedIn, begin, add, deviceOf },
    options: async (as: Caller = nobody()) => (await identity().call(operations.beginPasskeySignIn, { as })).body,
    signIn: (credential: unknown, as: Caller = nobody()) =>
      identity().call(operations.signInWithPasskey, { as, body: { credential } }),
    list: async (as: Caller | string) => (await identity().call(operations.listPasskeys, { as })).body.items,
    remove: (as: Caller | string, passkeyId: string) =>
      identity().call(operations.removePasskey, { as, params: { passkeyId } }),
    /** Whom an answer signed in, how, and to which membership alone; its status if nobody. */
    async personOf({ status, headers }: { status: number; headers: Headers }) {
      if (status !== 201) return status
      const [, secret = ''] = /^quire=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? []
      const row = await sqlOf(identity())
        .selectFrom('session')
        .innerJoin('token', 'token.id', 'session.id')
        .select(['token.user_id', 'token.member_id', 'session.method'])
        .where('session.hash', '=', sessionHash(secret))
        .executeTakeFirst()
      return row && `${row.user_id} ${row.method} ${row.member_id}`
    },
  }
}
