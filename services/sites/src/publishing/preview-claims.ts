import { badRequest } from '@quire/kit'
import rison from 'rison'
import { z } from 'zod'

const Claims = z.record(z.string(), z.unknown())

/** The claims of a preview's query, in Rison (`(plan:pro)`) or JSON; 400 where they are neither. */
export function previewClaims(text: string): Record<string, unknown> {
  const claims = Claims.safeParse(read(text)).data
  if (!claims) throw badRequest('query.claims', 'must be an object in Rison, such as (plan:pro)')
  return claims
}

/** Undefined for what is neither; the library stumbles over some of that, with errors of any kind. */
function read(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : new QuietParser().parse(text)
  } catch {
    return undefined
  }
}

/** What the library's parser is, which its types leave out. */
type Parser = new () => { message: string | null; parse(text: string): unknown }
const { parser: RisonParser } = rison as unknown as { parser: Parser }

/** The library's own way prints what it cannot read. What this one cannot read is undefined. */
class QuietParser extends RisonParser {
  error(message: string): void {
    this.message = message
  }
}
