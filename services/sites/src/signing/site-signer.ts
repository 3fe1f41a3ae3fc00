import { createPublicKey } from 'node:crypto'
import { type Logger, openKeyRing, publicKeysOf } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { isBadToken } from './is-bad-token.ts'

/** When a token was made and when it ends, in seconds since 1970. */
interface Times {
  iat: number
  exp: number
}

/** Signs what published content is read with, by sites' own key. */
export interface SiteSigner {
  sign(claims: object & Times, audience: string): string
  /** What a token says that was signed here for the audience; undefined where it was not, or is over. */
  read(token: string, audience: string): unknown
  /** What others verify the tokens with, as the key files are now. */
  publicKeys(): ReturnType<typeof publicKeysOf>
}

const issuer = 'quire'
const algorithm = 'RS256'

/** Reads the keys from SECRETS_DIR; throws where they cannot be used. */
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
