import { badRequest } from '@quire/kit'
import { RISON } from 'rison2'
import { z } from 'zod'

const Claims = z.record(z.string(), z.unknown())

/** The claims of a preview's query, in Rison (`(plan:pro)`) or JSON; 400 where they are neither. */
export function previewClaims(text: string): Record<string, unknown> {
  const claims = Claims.safeParse(read(text)).data
  if (!claims) throw badRequest('query.claims', 'must be an object in Rison, such as (plan:pro)')
  return claims
}

/** Undefined for what is neither. */
function read(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : RISON.parse(text)
  } catch {
    return undefined
  }
}
