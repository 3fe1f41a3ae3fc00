import { createHmac } from 'node:crypto'

/**
 * Returns the headers of Standard Webhooks for a message. Written here: the scheme is one HMAC, and the library of the
 * standard brings its own SHA-256 and Base64 in JavaScript.
 * @param secret `whsec_` and a key in Base64; another text is the key itself
 * @param at the moment of the attempt, by which receivers refuse old messages
 */
export function signatureHeaders({ id, at, body, secret }: { id: string; at: Date; body: string; secret: string }) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
}

const prefix = 'whsec_'
