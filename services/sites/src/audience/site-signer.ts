import { createPublicKey } from 'node:crypto'
import { type Logger, openKeyRing, publicKeysOf } from '@quire/kit'
import jwt from 'jsonwebtoken'

/** The moments at which a token was issued and expires, in seconds since 1970. */
interface Times {
  iat: number
  exp: number
}

/** The dependency of features that sign or read the service's own tokens. */
export interface SignerNeeds {
  signer: SiteSigner
}

/** Signs tokens of published content with the service's own key. */
export interface SiteSigner {
  sign(claims: object & Times, audience: string): string
  /** Returns the claims of a token that was signed here for the audience; undefined if it was not, or has expired. */
  read(token: string, audience: string): unknown
  /** Returns the public keys that other services verify tokens with, as the key files are now. */
  publicKeys(): ReturnType<typeof publicKeysOf>
}

const issuer = 'quire'
const algorithm = 'RS256'

/** Reads the keys from SECRETS_DIR; throws if they cannot be used. */
export function openSiteSigner({ SECRETS_DIR }: { SECRETS_DIR: string }, log?: Logger): SiteSigner {
  const ring = openKeyRing({ SECRETS_DIR, family: 'site-token-signing' }, log)
  return {
    sign(claims, audience) {
      const { key, kid } = ring.keys().current
      return jwt.sign({ ...claims, iss: issuer, aud: audience }, key, { algorithm, keyid: kid })
    },
    read(token, audience) {
      try {
        const kid = jwt.decode(token, { complete: true })?.header.kid
        const jwk = publicKeysOf(ring.keys()).find((one) => one.kid === kid)
        if (!jwk) return undefined
        const key = createPublicKey({ key: jwk, format: 'jwk' })
        return jwt.verify(token, key, { algorithms: [algorithm], issuer, audience })
      } catch (error) {
        if (isBadToken(error)) return undefined
        throw error
      }
    },
    publicKeys() {
      ring.refresh()
      return publicKeysOf(ring.keys())
    },
  }
}

/**
 * True if the token is invalid. The library throws a SyntaxError for a token that says it is a JWT and holds no JSON, and
 * a TypeError for one that holds null.
 */
export const isBadToken = (error: unknown): boolean =>
  error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError || error instanceof TypeError
