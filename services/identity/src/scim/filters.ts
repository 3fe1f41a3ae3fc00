import { ScimRefusal } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import { type Filter, parse } from 'scim2-parse-filter'

/** The value of an attribute in SQL; texts without `isExact` are compared without the case of letters, and must be folded. */
interface Attribute {
  value: RawBuilder<unknown>
  kind: 'text' | 'flag'
  isExact?: boolean
}

/** The attributes that a filter may name, by their names in lower case. */
export type Attributes = Readonly<Record<string, Attribute>>

type Condition = RawBuilder<boolean>

/**
 * Turns a filter of RFC 7644 (section 3.4.2.2) into a condition. Throws 400 `invalidFilter` if it is malformed, names an
 * attribute that cannot be searched, or compares with an operator that the attribute does not have.
 */
export function conditionOf(filter: string | undefined, attributes: Attributes): Condition {
  if (filter === undefined || filter.trim() === '') return raw<boolean>`true`
  return conditionFrom(parseFilter(filter, 'query.filter'), attributes)
}

/** Returns the name of an attribute in lower case, without the schema that it may be written with. */
export const attributeName = (path: string): string =>
  path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '')

/**
 * Parses a filter. Line breaks belong into none: the library's pattern of a quoted text has two ways to match each of them,
 * so a text without an end would take it twice as long for each one more. `field` is where the filter stands.
 */
export function parseFilter(filter: string, field: string): Filter {
  try {
    if (filter.includes('\n')) throw new Error('a filter is one line')
    return parse(filter)
  } catch {
    throw invalid('it is no filter of SCIM, such as userName eq "ada@example.com"', field)
  }
}

/** Converts a part of a filter; within brackets, attributes are parts of the one before them. */
function conditionFrom(filter: Filter, attributes: Attributes, within = ''): Condition {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => raw`(${conditionFrom(part, attributes, within)})`)
      return raw<boolean>`${raw.join(parts, filter.op === 'and' ? raw` and ` : raw` or `)}`
    }
    case 'not':
      return raw<boolean>`not (${conditionFrom(filter.filter, attributes, within)})`
    case '[]':
      return conditionFrom(filter.valFilter, attributes, `${filter.attrPath}.`)
    case 'pr':
      return raw<boolean>`${attributeOf(within + filter.attrPath, attributes).value} is not null`
    default:
      return comparison(filter.op, filter.compValue, attributeOf(within + filter.attrPath, attributes))
  }
}

function attributeOf(path: string, attributes: Attributes): Attribute {
  const name = attributeName(path)
  const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (!found) throw invalid(`it can search ${Object.keys(attributes).join(', ')} only`)
  return found
}

function comparison(op: string, wanted: unknown, { value, kind, isExact }: Attribute): Condition {
  if (kind === 'flag') {
    if (typeof wanted !== 'boolean' || (op !== 'eq' && op !== 'ne')) throw invalid('a flag is true or false')
    return raw<boolean>`${value} = ${op === 'eq' ? wanted : !wanted}`
  }
  if (typeof wanted !== 'string') throw invalid('a text is compared with a text in quotes')
  const text = isExact ? wanted : wanted.toLowerCase()
  switch (op) {
    case 'eq':
      return raw<boolean>`${value} = ${text}`
    case 'ne':
      return raw<boolean>`${value} is distinct from ${text}`
    case 'co':
      return raw<boolean>`position(${text}::text in ${value}) > 0`
    case 'sw':
      return raw<boolean>`starts_with(${value}, ${text})`
    case 'ew':
      return raw<boolean>`right(${value}, length(${text}::text)) = ${text}`
    default:
      throw invalid('the operators are eq, ne, co, sw, ew and pr')
  }
}

const invalid = (problem: string, field = 'query.filter') =>
  new ScimRefusal(400, 'invalidFilter', `${field}: ${problem}.`)
