import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { privateKey } from '@quire/kit'
import { z } from 'zod'

/** A key that signs access tokens, named by the thumbprint of its public half (RFC 7638). */
export interface SigningKey {
  kid: string
  key: KeyObject
  jwk: { kty: 'RSA'; n: string; e: string }
}

const RsaJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() })

/**
 * The key in use first, then one about to be used or one no longer used: while keys change, tokens
 * of both are valid. Throws where the key in use is missing or is not RSA.
 */
export function readSigningKeys(config: { SECRETS_DIR: string }): [SigningKey, ...SigningKey[]] {
  const others = ['token-signing-next.pem', 'token-signing-previous.pem']
  const present = others.filter((name) => existsSync(join(config.SECRETS_DIR, name)))
  return [readKey(config, 'token-signing.pem'), ...present.map((name) => readKey(config, name))]
}

function readKey(config: { SECRETS_DIR: string }, name: string): SigningKey {
  const key = privateKey(config, name)
  const parsed = RsaJwk.safeParse(createPublicKey(key).export({ format: 'jwk' }))
  if (!parsed.success) throw new Error(`Configuration: ${name} in SECRETS_DIR is not an RSA key.`)
  return { kid: thumbprint(parsed.data), key, jwk: parsed.data }
}

/** The members in the order that RFC 7638 lays down. */
function thumbprint({ e, kty, n }: z.infer<typeof RsaJwk>): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
