import { defineEntity } from '@mikro-orm/postgresql'
import type { SignInMethod } from '@quire/contracts'

/**
 * A token that stays inside: a browser has a secret, which gateways exchange for the caller. The row of the token with this
 * id has the person, the organization that it is limited to, and its end (docs/adr/0066).
 */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: (p) => ({
    id: p.text().primary(),
    /** SHA-256 of the secret, which is not stored. */
    hash: p.text(),
    method: p.text().$type<SignInMethod>(),
    /** The browser and its system. */
    device: p.text(),
    /** The network at which the person signed in; null if it is not known. */
    address: p.text().nullable(),
    usedAt: p.datetime(3),
    /** The passkey that began it, with which it ends. */
    passkeyId: p.text().nullable(),
  }),
})
