import type { AdaptiveClaim, AdaptiveClaims, AdaptiveJsonSchema, TemplateCondition } from '@quire/contracts'

/**
 * Returns the conditions that a schema suggests: some for each claim, one for each value that it names; unsigned claims
 * last.
 */
export function templateConditions({ properties: { unsigned, ...signed } }: AdaptiveJsonSchema): TemplateCondition[] {
  const claims = { ...signed, ...(unsigned && { unsigned }) }
  return ofClaims(claims, 'visitor.claims', [])
}

const ofClaims = (claims: AdaptiveClaims, path: string, names: string[]): TemplateCondition[] =>
  Object.entries(claims).flatMap(([name, claim]) => ofClaim(claim, path + memberNamed(name), [...names, name]))

function ofClaim(claim: AdaptiveClaim, path: string, names: string[]): TemplateCondition[] {
  const one = (says: string, condition: string) => ({ description: `${names.join('.')} ${says}`, condition })
  switch (claim.type) {
    case 'boolean':
      return [one('is true', `${path} === true`), one('is not true', `${path} !== true`)]
    case 'number':
      return [one('is more than 0', `${path} > 0`)]
    case 'string':
      if (!claim.enum) return [one('is not empty', `${path}.length > 0`)]
      return claim.enum.map((value) => one(`is ${quoted(value)}`, `${path} === ${quoted(value)}`))
    case 'array':
      if (claim.items.type !== 'string' || !claim.items.enum) return [one('is not empty', `${path}.length > 0`)]
      return claim.items.enum.map((value) => one(`has ${quoted(value)}`, `${path}.includes(${quoted(value)})`))
    case 'object':
      return ofClaims(claim.properties, path, names)
  }
}

const isIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

const memberNamed = (name: string) => (isIdentifier.test(name) ? `.${name}` : `[${quoted(name)}]`)
const quoted = (text: string) => JSON.stringify(text)
