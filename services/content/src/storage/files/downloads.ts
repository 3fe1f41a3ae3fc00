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

/** Types that a browser may display inline: none that can run a script. */
const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif|apng|bmp|x-icon)|(audio|video)\/[\w.-]+|text\/plain)$/

/** Headers of uploaded content on the API's origin, where a script of the content must never run. */
export function downloadHeaders({
  name,
  contentType,
  maxAgeSeconds,
}: Pick<DownloadGrant, 'name' | 'contentType'> & { maxAgeSeconds: number }) {
  const disposition = inlineTypes.test(contentType) ? 'inline' : 'attachment'
  const text = contentType.startsWith('text/')
  return {
    'Content-Type': text ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': `private, max-age=${Math.max(0, maxAgeSeconds)}, immutable`,
  }
}

/** RFC 8187, which allows less than URLs do. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
