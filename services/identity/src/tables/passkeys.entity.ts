import { defineEntity } from '@mikro-orm/postgresql'

/** A public key of a person; whoever has its secret part signs in as them (docs/adr/0072). */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: (p) => ({
    id: p.text().primary(),
    userId: p.text(),
    /** The id that the device gave it, in base64url. */
    credentialId: p.text(),
    /** A COSE key. */
    publicKey: p.blob(),
    /** Uses that the device has counted; 0 if it counts none. */
    counter: p.bigint('string'),
    /** How browsers reach the device. */
    transports: p.array(),
    name: p.text(),
    /** True if the device may copy it to others, and whether it has. */
    isSynced: p.boolean(),
    isBackedUp: p.boolean(),
    createdAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  }),
})

/** A challenge that was answered, until nobody could answer it any more. */
export const AnsweredChallenge = defineEntity({
  name: 'AnsweredChallenge',
  tableName: 'answered_challenge',
  properties: (p) => ({ hash: p.text().primary(), expiresAt: p.datetime(3) }),
})

/** An answer to a challenge that signed nobody in, or has not yet. */
export const PasskeyTry = defineEntity({
  name: 'PasskeyTry',
  tableName: 'passkey_try',
  properties: (p) => ({
    id: p.text().primary(),
    /** A keyed hash of the network that it came from; null if that is not known. */
    origin: p.text().nullable(),
    createdAt: p.datetime(3),
  }),
})
