import { member, teamMember } from '@quire/contracts'
import fc from 'fast-check'
import { acme, type World } from '../world.ts'

/** A grant: `read`, `null` for no access, or none at all. */
type Rule = 'read' | null | undefined

/** The rights to read spaces, without collections; spaces, people and teams have numbers. */
interface Rights {
  levels: ('read' | 'inherit' | null)[]
  /** Grants by person and space. */
  ofPeople: Map<string, Rule>
  /** Grants by team and space. */
  ofTeams: Map<string, Rule>
  people: { role: 'read' | 'admin' | null; disabled: boolean; teams: Set<number> }[]
}

export const personOf = (number: number) => `person-${number}`
const memberOf = (number: number) => `m-${personOf(number)}`
const teamOf = (number: number) => (number === 0 ? 'writers' : `team-${number}`)

/** The possible changes to the rights, for these numbers of spaces, people and teams. */
function changesOf(sizes: { spaces: number; people: number; teams: number }) {
  const [space, person, team] = [fc.nat(sizes.spaces - 1), fc.nat(sizes.people - 1), fc.nat(sizes.teams - 1)]
  const rule = fc.constantFrom<Rule>('read', null, undefined)
  const kind = <Kind extends string>(name: Kind) => fc.constant(name)
  return fc.oneof(
    fc.record({ kind: kind('person'), person, space, rule }),
    fc.record({ kind: kind('team'), team, space, rule }),
    fc.record({ kind: kind('level'), space, level: fc.constantFrom('read' as const, 'inherit' as const, null) }),
    fc.record({
      ...{ kind: kind('member'), person, disabled: fc.constantFrom(false, false, true) },
      role: fc.constantFrom('read' as const, 'read' as const, null, null, 'admin' as const),
    }),
    fc.record({ kind: kind('joins'), person, team }),
  )
}

type Change = ReturnType<typeof changesOf> extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the same random changes each time. */
export const someChanges = (sizes: Parameters<typeof changesOf>[0], count: number): Change[] =>
  fc.sample(changesOf(sizes), { numRuns: count, seed: 2047 })

/**
 * True if a person may read a space. The nearest grant decides: the person's, their teams', the space's, the
 * organization's.
 */
export function mayRead({ levels, ofPeople, ofTeams, people }: Rights, person: number, space: number): boolean {
  const { role = null, disabled = true, teams = [] } = people[person] ?? {}
  if (disabled || role === 'admin') return !disabled
  const own = ofPeople.get(`${person} ${space}`)
  if (own !== undefined) return own === 'read'
  const rules = [...teams].map((team) => ofTeams.get(`${team} ${space}`)).filter((rule) => rule !== undefined)
  if (rules.length > 0) return rules.includes('read')
  const level = levels[space] ?? null
  return role !== null && level !== null
}

/** The rights after a change. */
export function changed(before: Rights, change: Change): Rights {
  const after = structuredClone(before)
  const person = 'person' in change ? after.people[change.person] : undefined
  if (change.kind === 'person') after.ofPeople.set(`${change.person} ${change.space}`, change.rule)
  if (change.kind === 'team') after.ofTeams.set(`${change.team} ${change.space}`, change.rule)
  if (change.kind === 'level') after.levels[change.space] = change.level
  if (change.kind === 'member' && person) Object.assign(person, { role: change.role, disabled: change.disabled })
  if (change.kind === 'joins') person?.teams.add(change.team)
  return after
}

/** Returns a function that makes a change, and resolves when the change is in effect. */
export function changing(world: World, spaces: readonly string[]) {
  const set = (spaceId: string, rule: Rule, what: 'User' | 'Team', id: object) =>
    rule === undefined
      ? world.send(`remove${what}FromSpace`, { params: { spaceId, ...id } })
      : world.send(`update${what}PermissionInSpace`, { params: { spaceId, ...id }, body: { role: rule } })
  return async (change: Change) => {
    const spaceId = 'space' in change ? (spaces[change.space] ?? '') : ''
    if (change.kind === 'person') await set(spaceId, change.rule, 'User', { userId: personOf(change.person) })
    if (change.kind === 'team') await set(spaceId, change.rule, 'Team', { teamId: teamOf(change.team) })
    if (change.kind === 'level')
      await world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel: change.level } })
    if (change.kind === 'member') await publishMember(world, change.person, change)
    if (change.kind === 'joins') await publishTeamMember(world, change)
    await world.test.settled()
  }
}

/** The version of the state that was published last. */
let version = 0

export const publishMember = (
  world: World,
  number: number,
  state: { role: 'read' | 'admin' | null; disabled: boolean },
) =>
  world.publishState(member, {
    id: memberOf(number),
    organizationId: acme,
    userId: personOf(number),
    version: ++version,
    ...state,
  })

const publishTeamMember = (world: World, { person, team }: { person: number; team: number }) =>
  world.publishState(teamMember, {
    ...{ teamId: teamOf(team), memberId: memberOf(person), organizationId: acme, userId: personOf(person) },
    version: ++version,
  })
