import type { IncomingMessage } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { badRequest, tooLarge, unsupportedMediaType } from '../refusals.ts'
import { refuseHostile } from './refuse-hostile.ts'
import { readForm } from './url-encoded.ts'

/** Fifty pages of 30 kB of text, sent as trees, stay below this bound; parsing as many values takes about 0.1 s. */
const defaultMaxValues = 500_000

const [quote, comma, colon, backslash] = Buffer.from('",:\\')

const openingBrackets = new Set(Buffer.from('[{'))

const closingBrackets = new Set(Buffer.from(']}'))

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

/**
 * Counts the values of a JSON text while its bytes arrive: parsing millions of tiny ones would stop the process for
 * seconds. Throws 400 once there are too many and names the field that holds them. Invalid JSON is left to the parser.
 */
function valueCounter(max = defaultMaxValues): (bytes: Uint8Array) => void {
  let count = 0
  let depth = 0
  let isText = false
  let isEscaped = false
  let text: number[] = []
  let field: number[] = []

  function inText(byte: number) {
    if (isEscaped) isEscaped = false
    else if (byte === backslash) isEscaped = true
    else if (byte === quote) isText = false
    else if (depth === 1 && text.length < 100) text.push(byte)
  }

  function between(byte: number) {
    if (byte === quote) {
      isText = true
      if (depth === 1) text = []
    } else if (byte === colon && depth === 1) field = text
    else if (closingBrackets.has(byte)) depth -= 1
    else if (openingBrackets.has(byte)) depth += 1
    else if (byte !== comma) return
    if (byte === comma || openingBrackets.has(byte)) count += 1
  }

  return (bytes) => {
    for (const byte of bytes) {
      if (isText) inText(byte)
      else between(byte)
    }
    if (count > max) throw badRequest(nameOf(field), `holds more than ${max} values: send them in parts`)
  }
}

const nameOf = (field: number[]) => ['body', ...(field.length > 0 ? [Buffer.from(field).toString()] : [])].join('.')
