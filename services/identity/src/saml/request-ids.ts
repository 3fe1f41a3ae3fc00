import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The ids of our sign-in requests carry their own proof. Anybody may begin a sign-in, so nothing may be kept of those
 * that nobody finishes. An id is a letter or underscore, which XML demands, then 16 random bytes, the second in which
 * it expires, and a code over both by the provider's key.
 */
const minutes = 10
const shape = /^_([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{64})$/

/** A new id, good for ten minutes. */
export function newRequestId(key: string): string {
  const expiresAt = Math.floor(Date.now() / 1000) + minutes * 60
  const body = `${randomBytes(16).toString('hex')}${expiresAt.toString(16).padStart(8, '0')}`
  return `_${body}${codeOf(key, body)}`
}

/** When the id expires; undefined where it has, or where it is no id made with this key. */
export function readRequestId(key: string, id: string): Date | undefined {
  const [, random, expiry, code] = id.match(shape) ?? []
  if (random === undefined || expiry === undefined || code === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(key, `${random}${expiry}`)))
  const expiresAt = new Date(Number.parseInt(expiry, 16) * 1000)
  return isOurs && expiresAt.getTime() > Date.now() ? expiresAt : undefined
}

const codeOf = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex')
