import type { AdaptiveClaim, AdaptiveClaims, AdaptiveJsonSchema, TemplateCondition } from '@quire/contracts'

/** Conditions that can be made of a schema: some for each claim, one for each value that it names; unsigned ones last. */
export function templateConditions({ properties: { unsigned, ...signed } }: AdaptiveJsonSchema): TemplateCondition[] {
  const claims = { ...signed, ...(unsigned && { unsigned }) }
  return ofClaims(claims, 'visitor.claims', [])
}

const ofClaims = (claims: AdaptiveClaims, place: string, names: string[]): TemplateCondition[] =>
  Object.entries(claims).flatMap(([name, claim]) => ofClaim(claim, place + memberNamed(name), [...names, name]))

function ofClaim(claim: AdaptiveClaim, place: string, names: string[]): TemplateCondition[] {
  const one = (says: string, condition: string) => ({ description: `${names.join('.')} ${says}`, condition })
  switch (claim.type) {
    case 'boolean':
      return [one('is true', `${place} === true`), one('is not true', `${place} !== true`)]
    case 'number':
      return [one('is more than 0', `${place} > 0`)]
    case 'string':
      if (!claim.enum) return [one('is not empty', `${place}.length > 0`)]
      return claim.enum.map((value) => one(`is ${quoted(value)}`, `${place} === ${quoted(value)}`))
    case 'array':
      if (claim.items.type !== 'string' || !claim.items.enum) return [one('is not empty', `${place}.length > 0`)]
      return claim.items.enum.map((value) => one(`has ${quoted(value)}`, `${place}.includes(${quoted(value)})`))
    case 'object':
      return ofClaims(claim.properties, place, names)
  }
}

const isIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

const memberNamed = (name: string) => (isIdentifier.test(name) ? `.${name}` : `[${quoted(name)}]`)
const quoted = (text: string) => JSON.stringify(text)
