import type { ZodType, z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]
type Issue = z.core.$ZodIssue

const required = 'is required'

/**
 * Says what an invalid field must be, as the end of a sentence that begins with its name. For a union, it is what the
 * alternative requires that the value comes closest to; if several are as close, it is all alternatives. The words
 * contain nothing of the input.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? required : `must be ${nameOfType(issue.expected)}`
    case 'invalid_value':
      return issue.input === undefined ? required : `must be ${alternatives(issue.values.map(literal))}`
    case 'invalid_union':
      return ofUnion(issue)
    case 'invalid_format':
      return ofFormat(issue)
    case 'too_small':
    case 'too_big':
      return ofSize(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has fields that are not known here'
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message ?? 'is not valid'}`
    default:
      return 'is not valid'
  }
}

function ofUnion({ input, errors, options, discriminator, inst }: RawIssue & { code: 'invalid_union' }): string {
  if (input === undefined) return required
  if (discriminator !== undefined && Array.isArray(options)) {
    const isMissing = typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator)
    return `${isMissing ? `${required}, and ` : ''}must be ${alternatives(options.map(literal))}`
  }
  const closest = closestOf(errors)
  if (closest) return [...closest.path, closest.message].join(' ')
  return `must be ${describeSchema(inst as ZodType)}`
}

/** Returns the first issue of the only alternative of the value's type, or the only one that lacks no field. */
function closestOf(errors: readonly Issue[][]): Issue | undefined {
  const ofItsType = errors.flatMap(([first]) => (first && !isOfAnotherType(first) ? [first] : []))
  if (ofItsType.length === 1) return ofItsType[0]
  const whole = errors.filter((issues) => !issues.some((one) => isOfAnotherType(one) || isOfAnotherShape(one)))
  return whole.length === 1 ? whole[0]?.[0] : undefined
}

const isOfAnotherType = ({ path, code }: Issue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
const isOfAnotherShape = ({ message, code }: Issue) => message.startsWith(required) || code === 'unrecognized_keys'

const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an absolute address, such as https://docs.example.com',
  datetime: 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
  date: 'a date in ISO 8601, such as 2026-01-31',
  time: 'a time of day in ISO 8601, such as 12:00:00',
  uuid: 'a UUID',
  base64: 'text in base64',
  base64url: 'text in base64url',
  json_string: 'JSON',
}

function ofFormat(issue: RawIssue & { code: 'invalid_format' }): string {
  if (issue.format === 'regex') return `must match the pattern ${issue.pattern}`
  if (issue.format === 'starts_with') return `must begin with ${literal(issue.prefix)}`
  if (issue.format === 'ends_with') return `must end with ${literal(issue.suffix)}`
  if (issue.format === 'includes') return `must contain ${literal(issue.includes)}`
  return `must be ${formats[issue.format] ?? `of the format ${issue.format}`}`
}

const units: Record<string, string> = { string: 'characters', array: 'items', file: 'bytes' }

function ofSize(issue: RawIssue & { code: 'too_small' | 'too_big' }): string {
  const [bound, extreme] = issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most']
  const relation = issue.exact ? 'exactly' : issue.inclusive === false ? strictly[extreme] : extreme
  const unit = units[issue.origin]
  return unit === undefined ? `must be ${relation} ${bound}` : `must have ${relation} ${bound} ${unit}`
}

const strictly: Record<string, string> = { 'at least': 'more than', 'at most': 'less than' }

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const nameOfType = (type: string) => typeNames[type] ?? type

/** Describes the values that a schema accepts, by its description if it has one. */
function describeSchema(schema: ZodType): string {
  if (schema.description !== undefined) return schema.description
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'union':
      return alternatives(def.options.map((one) => describeSchema(one as ZodType)))
    case 'nullable':
      return alternatives([describeSchema(def.innerType as ZodType), 'null'])
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return describeSchema(def.innerType as ZodType)
    case 'pipe':
      return describeSchema(def.in as ZodType)
    case 'enum':
      return alternatives(Object.values(def.entries).map(literal))
    case 'literal':
      return alternatives(def.values.map(literal))
    case 'object':
      return describeObject(def.shape as Record<string, ZodType>)
    default:
      return nameOfType(def.type)
  }
}

function describeObject(shape: Record<string, ZodType>): string {
  const names = Object.keys(shape)
  if (names.length === 0) return 'an empty object'
  const needed = names.filter((name) => shape[name]?._zod.optin === undefined)
  return needed.length === 0 ? 'an object' : `an object with ${needed.map((name) => `"${name}"`).join(', ')}`
}

const literal = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

const alternatives = (some: readonly string[]) => {
  const distinct = [...new Set(some)]
  return distinct.length < 2 ? distinct.join() : `${distinct.slice(0, -1).join(', ')} or ${distinct.at(-1)}`
}
