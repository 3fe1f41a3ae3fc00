import { maxScimMembers, type ScimGroupInput, ScimMembers, type ScimPatch } from '@quire/contracts'
import { badRequest, parseInput, ScimRefusal } from '@quire/kit'
import type { Filter } from 'scim2-parse-filter'
import { attributeName, parseFilter } from './filters.ts'

/** A change of the members of a team, by the ids of people. */
export interface MembersChange {
  put: Set<string>
  remove: Set<string>
  /** True if everybody leaves who is not in `put`. */
  isWhole: boolean
}

/** Returns the change that a description of a group asks for: without members, none. */
export const membersChangeTo = ({ members }: ScimGroupInput): MembersChange => ({
  put: new Set(idsOf(members ?? [])),
  remove: new Set(),
  isWhole: members != null,
})

/**
 * Returns the change of members that the operations of a patch amount to. It is found without the members that there are, so
 * that a patch of a large team costs no more than it names. Throws 400 for operations that members cannot take.
 */
export function membersChangeOf({ Operations: operations }: ScimPatch): MembersChange {
  const change: MembersChange = { put: new Set(), remove: new Set(), isWhole: false }
  for (const [index, { op, path, value }] of operations.entries()) {
    const named = path === undefined ? partsOf(value) : [[path, value] as const]
    for (const [name, part] of named) apply(change, { op, path: name, value: part }, `body.Operations.${index}`)
    if (change.put.size + change.remove.size > maxScimMembers)
      throw badRequest('body.Operations', `must name at most ${maxScimMembers} members`)
  }
  return change
}

const partsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

interface PathOperation {
  op: string
  path: string
  value: unknown
}

/** Applies an operation if its path leads to members: to all of them, or to those that a filter selects. */
function apply(change: MembersChange, { op, path, value }: PathOperation, field: string): void {
  const [attribute = ''] = path.split('[', 1)
  const name = attributeName(attribute)
  if (name !== 'members' && !name.startsWith('members.')) return
  const selection = path.slice(attribute.length)
  const isRemoved = op.toLowerCase() === 'remove'
  if (name !== 'members' || (selection !== '' && !isRemoved))
    throw new ScimRefusal(400, 'invalidPath', `${field}.path: must be members, or to remove members[value eq "…"].`)
  if (selection !== '') moveTo(change, 'remove', idsSelectedBy(selection, `${field}.path`))
  else if (isRemoved && value == null) replace(change, [])
  else if (op.toLowerCase() === 'replace') replace(change, idsIn(value, field))
  else moveTo(change, isRemoved ? 'remove' : 'put', idsIn(value, field))
}

function moveTo(change: MembersChange, to: 'put' | 'remove', ids: string[]): void {
  for (const id of ids) {
    change[to === 'put' ? 'remove' : 'put'].delete(id)
    change[to].add(id)
  }
}

function replace(change: MembersChange, ids: string[]): void {
  change.put = new Set(ids)
  change.remove.clear()
  change.isWhole = true
}

/** Returns the ids in a value; providers send a single member without a list. */
const idsIn = (value: unknown, field: string): string[] =>
  idsOf(parseInput(ScimMembers, Array.isArray(value) ? value : [value], `${field}.value`))

const idsOf = (members: { value: string }[]): string[] => members.map(({ value }) => value)

/** Returns the ids that a filter in brackets compares with; a patch names members by nothing else. */
function idsSelectedBy(selection: string, field: string): string[] {
  const [, filter = ''] = /^\[(.*)\]$/s.exec(selection) ?? []
  return comparedIds(parseFilter(filter, field), field)
}

function comparedIds(filter: Filter, field: string): string[] {
  if (filter.op === 'or') return filter.filters.flatMap((one) => comparedIds(one, field))
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue]
  throw new ScimRefusal(400, 'invalidFilter', `${field}: members are selected by value eq "…" only, joined by or.`)
}
