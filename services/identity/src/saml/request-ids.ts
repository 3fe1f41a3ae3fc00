import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Ids of sign-in requests prove themselves. Anybody may begin a sign-in, so nothing is stored of unfinished ones. An id is
 * an underscore, because XML demands a letter or underscore, then 16 random bytes, the second of its expiry, and a code
 * over both by the provider's key.
 */
const minutes = 10
const shape = /^_([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{64})$/

/** Creates an id that is valid for ten minutes. */
export function newRequestId(key: string): string {
  const expiresAt = Math.floor(Date.now() / 1000) + minutes * 60
  const body = `${randomBytes(16).toString('hex')}${expiresAt.toString(16).padStart(8, '0')}`
  return `_${body}${codeOf(key, body)}`
}

/** Returns the expiry of an id; undefined if it has expired or was not created with this key. */
export function readRequestId(key: string, id: string): Date | undefined {
  const [, random, expiry, code] = id.match(shape) ?? []
  if (random === undefined || expiry === undefined || code === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(key, `${random}${expiry}`)))
  const expiresAt = new Date(Number.parseInt(expiry, 16) * 1000)
  return isOurs && expiresAt.getTime() > Date.now() ? expiresAt : undefined
}

const codeOf = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex')
