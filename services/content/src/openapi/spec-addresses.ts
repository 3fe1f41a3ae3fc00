import type { KeyObject } from 'node:crypto'
import { Refusal } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

const Grant = z.object({ version: z.string(), exp: z.number() })
const audience = 'quire:openapi'
const algorithm = 'HS256'
const periodSeconds = 3600

/** Addresses from which versions are downloaded without a token. */
export interface SpecAddresses {
  /** Valid for one to two hours; the address stays the same until the next full hour. */
  signed(versionId: string): string
  /** Valid as long as the specification is public. */
  published(specId: string, version: string): string
  /** Returns the version of a signed address and the seconds that it stays valid. Throws 404 if forged or expired. */
  verify(token: string): { versionId: string; maxAgeSeconds: number }
}

export function specAddresses({ key, publicUrl }: { key: KeyObject; publicUrl: string }): SpecAddresses {
  const seconds = () => Math.floor(Date.now() / 1000)
  const base = `${publicUrl}/v1/openapi-specs`
  return {
    signed(version) {
      const exp = (Math.floor(seconds() / periodSeconds) + 2) * periodSeconds
      return `${base}/downloads/${jwt.sign({ version, exp, aud: audience }, key, { algorithm, noTimestamp: true })}`
    },
    published: (specId, version) => `${base}/${specId}/versions/${version}`,
    verify(token) {
      try {
        const { version, exp } = Grant.parse(jwt.verify(token, key, { audience, algorithms: [algorithm] }))
        return { versionId: version, maxAgeSeconds: exp - seconds() }
      } catch {
        throw new Refusal(404, 'This address is not valid, or has expired: read the version again for a new one.')
      }
    },
  }
}
