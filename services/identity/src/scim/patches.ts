import type { ScimPatch } from '@quire/contracts'
import { ScimRefusal } from '@quire/kit'
import { attributeName } from './filters.ts'

/**
 * The attributes of one value each that a patch changes, by their names in lower case. `emails` only repeats `userName`, and
 * `members` is a matter of `membersChangeOf`.
 */
const singular = new Map(
  ['userName', 'externalId', 'displayName', 'active', 'name.formatted', 'name.givenName', 'name.familyName'].map(
    (name) => [name.toLowerCase(), name],
  ),
)

/** Values by the names of their attributes. */
type Values = Map<string, unknown>

/**
 * Returns the attributes of a resource with the operations of a patch applied, as RFC 7644 (section 3.5.2) describes. Other
 * attributes are left out; providers send many. The values are those that the provider gave: parse the result. Throws 400
 * for operations that no resource can take.
 */
export function patched(resource: object, { Operations: operations }: ScimPatch): object {
  const values: Values = new Map()
  assign(values, '', resource, '')
  for (const [index, { op, path = '', value }] of operations.entries()) {
    const name = attributeName(path)
    const field = `body.Operations.${index}`
    if (op.toLowerCase() !== 'remove') assign(values, name, value, `${field}.value`)
    else if (name === '') throw new ScimRefusal(400, 'invalidPath', `${field}.path: is required to remove something.`)
    else remove(values, name)
  }
  return described(values)
}

/** Sets an attribute, or those that an object names as its parts. The parts that it does not name stay. */
function assign(values: Values, name: string, value: unknown, field: string): void {
  const attribute = singular.get(name)
  if (attribute !== undefined) values.set(attribute, value)
  if (name !== '' && name !== 'name') return
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimRefusal(400, 'invalidValue', `${field}: must be an object.`)
  const prefix = name === '' ? '' : `${name}.`
  for (const [key, part] of Object.entries(value)) assign(values, prefix + attributeName(key), part, field)
}

/** Removes an attribute with its parts. */
function remove(values: Values, name: string): void {
  for (const [key, attribute] of singular) if (key === name || key.startsWith(`${name}.`)) values.delete(attribute)
}

/** Returns the values as a resource has them, with the parts of the name in an object. */
function described(values: Values): object {
  const prefix = 'name.'
  const [parts, whole] = [[] as [string, unknown][], [] as [string, unknown][]]
  for (const [name, value] of values)
    if (name.startsWith(prefix)) parts.push([name.slice(prefix.length), value])
    else whole.push([name, value])
  return { ...Object.fromEntries(whole), ...(parts.length > 0 && { name: Object.fromEntries(parts) }) }
}
