import type { KeyObject } from 'node:crypto'
import { Refusal } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** The file that a download address opens. */
export const DownloadGrant = z.object({
  blob: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
})
export type DownloadGrant = z.infer<typeof DownloadGrant>

const audience = 'quire:download'
const algorithm = 'HS256'
const periodSeconds = 3600

/**
 * Signs an address that is valid for one to two hours. A file has the same address until the next full hour, so that a
 * browser downloads it once.
 */
export function signDownload(grant: DownloadGrant, key: KeyObject, nowMs = Date.now()): string {
  const exp = (Math.floor(nowMs / 1000 / periodSeconds) + 2) * periodSeconds
  const name = grant.name.slice(0, 255).toWellFormed()
  return jwt.sign({ ...DownloadGrant.parse(grant), name, exp, aud: audience }, key, { algorithm, noTimestamp: true })
}

/** Throws 404 if the token is forged or expired. */
export function verifyDownload(token: string, key: KeyObject, nowMs = Date.now()): DownloadGrant & { exp: number } {
  try {
    const claims = jwt.verify(token, key, {
      audience,
      algorithms: [algorithm],
      clockTimestamp: Math.floor(nowMs / 1000),
    })
    return DownloadGrant.extend({ exp: z.number() }).parse(claims)
  } catch {
    throw new Refusal(404, 'This download address is not valid, or has expired: read the file again for a new one.')
  }
}
