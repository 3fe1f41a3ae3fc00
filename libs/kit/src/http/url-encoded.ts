import { badRequest } from '../refusals.ts'
import { refuseText } from './refuse-hostile.ts'

type Pairs = Record<string, string | string[]>

/** Far above any legitimate query: a list in one has at most a hundred items, and there are few lists. */
const maxPairs = 1000

/** Parses a query string: repeated keys become arrays, and the schema decides which keys may repeat. */
export function readQuery(search: string): Pairs {
  const result: Pairs = {}
  for (const [key, values] of grouped(search, 'query')) {
    const [first = '', ...more] = values
    result[key] = more.length === 0 ? first : values
  }
  return result
}

/** Parses a form. No key may repeat, because two parsers could each choose another of its values. */
export function readForm(text: string): Pairs {
  const result: Pairs = {}
  for (const [key, [value = '', ...more]] of grouped(text, 'body')) {
    if (more.length > 0) throw badRequest(`body.${key}`, 'must be given once')
    result[key] = value
  }
  return result
}

/** Groups the values by key, in linear time. A text that holds too many values is not parsed. */
function grouped(text: string, where: 'query' | 'body'): Map<string, string[]> {
  if (text.split('&', maxPairs + 1).length > maxPairs) throw badRequest(where, `holds more than ${maxPairs} values`)
  const groups = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    const field = `${where}.${key.slice(0, 100)}`
    refuseText(value, field)
    if (key === '__proto__') throw badRequest(field, where === 'query' ? 'is not a parameter' : 'is not a field')
    const values = groups.get(key)
    if (values) values.push(value)
    else groups.set(key, [value])
  }
  return groups
}
