import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

export const PasskeyName = z.string().trim().min(1).max(100)

/** A key with which a person signs in; a device or a password manager has its secret part. */
export const Passkey = z
  .strictObject({
    object: z.literal('passkey'),
    id: Id,
    name: z.string(),
    isSynced: z.boolean().describe('True if its secret part is on several devices, as in a password manager.'),
    createdAt: Timestamp,
    usedAt: Timestamp.nullable().describe('When it last signed the person in; null if it never did.'),
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

/** Options that a browser gets as they are; Web Authentication defines their shape. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

/** Bytes in base64url. */
const bytes = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/, 'must be base64url')

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** The answer of `navigator.credentials.create()` in JSON. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.array(z.string().max(32)).max(10),
  }),
})

/** The answer of `navigator.credentials.get()` in JSON, of a key that its device found by itself. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: bytes(128),
  }),
})
