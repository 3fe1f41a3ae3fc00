import { badRequest } from '../refusals.ts'

/** Fifty pages of 30 kB of text, sent as trees, stay below this bound; parsing as many values takes about 0.1 s. */
const defaultMaxValues = 500_000

const [quote, comma, colon, backslash] = Buffer.from('",:\\')
const opening = new Set(Buffer.from('[{'))
const closing = new Set(Buffer.from(']}'))

/**
 * Counts the values of a JSON text while its bytes arrive: parsing millions of tiny ones would stop the process for
 * seconds. Throws 400 once there are too many and names the field that holds them. Invalid JSON is left to the parser.
 */
export function valueCounter(max = defaultMaxValues): (bytes: Uint8Array) => void {
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
    else if (closing.has(byte)) depth -= 1
    else if (opening.has(byte)) depth += 1
    else if (byte !== comma) return
    if (byte === comma || opening.has(byte)) count += 1
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
