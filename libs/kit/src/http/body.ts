import type { IncomingMessage } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { badRequest, tooLarge, unsupportedMediaType } from '../refusals.ts'
import { refuseHostile } from './refuse-hostile.ts'
import { readForm } from './url-encoded.ts'
import { valueCounter } from './value-counter.ts'

const json = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i

const smallBody = 64 * 1024

/** True if access is checked before the body is read, because the body is large or of unknown size. */
export function isLarge({ headers }: IncomingMessage, { body }: Operation): boolean {
  return (
    body !== undefined && !(Number(headers['content-length'] ?? (headers['transfer-encoding'] ? NaN : 0)) <= smallBody)
  )
}

/** Reads and parses a body; every refusal says what to change. An absent body is `{}` where the schema allows it. */
export async function readBody(request: IncomingMessage, operation: Operation): Promise<unknown> {
  const limit = bodyLimitOf(operation)
  const bytes = await readBytes(request, limit, operation.form ? undefined : valueCounter())
  if (bytes.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  if (operation.form) {
    if (form.test(type)) return readForm(bytes.toString('latin1'))
    throw unsupportedMediaType(
      'The body must be a form: send it with "Content-Type: application/x-www-form-urlencoded".',
    )
  }
  if (json.test(type)) return parseJson(bytes)
  throw unsupportedMediaType('The body must be JSON: send it with "Content-Type: application/json".')
}

/** Reads a body. Throws 413 beyond `limit` bytes, and any error of `check`; nothing is read after that. */
async function readBytes(
  request: IncomingMessage,
  limit: number,
  check: ((bytes: Buffer) => void) | undefined,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const refusal = () => tooLarge(`The body is larger than ${limit} bytes.`)
  if (announced > limit) throw refusal()
  const chunks: Buffer[] = []
  let size = 0
  // Breaking off must not destroy the connection: the refusal is still sent over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw refusal()
    check?.(chunk)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw badRequest('body', 'is not valid JSON in UTF-8')
  }
  refuseHostile(value, ['body'])
  return value
}
