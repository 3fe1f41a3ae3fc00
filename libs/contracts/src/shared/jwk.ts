import { z } from 'zod'

/** The public half of a key that signs tokens. */
const Jwk = z.strictObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  n: z.string(),
  e: z.string(),
})

export const JwkSet = z.strictObject({ keys: z.array(Jwk) })
