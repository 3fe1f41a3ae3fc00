import { type DefaultLevel, type RoleName, roles } from '@quire/contracts'

/** What a rule gives: a role, or `none`, which closes. */
export type Level = RoleName | 'none'
/** A default level as it is stored: `inherit` is no rule, the parent decides. */
export type LevelOrInherit = Level | 'inherit'

/** Weakest first; a level's place in it is its strength, here and in SQL (`strength` in sql.ts). */
export const levels: readonly Level[] = ['none', ...roles]

/** Whether `level` allows what needs `role`. */
export function atLeast(level: Level, role: RoleName): boolean {
  return levels.indexOf(level) >= levels.indexOf(role)
}

/** The roles that allow what needs `role`. */
export function rolesFrom(role: RoleName): readonly RoleName[] {
  return roles.slice(roles.indexOf(role))
}

/** The interface writes null for a guest and for no access; both are stored as `none`. */
export function storedLevel(level: RoleName | null): Level
export function storedLevel(level: DefaultLevel): LevelOrInherit
export function storedLevel(level: DefaultLevel): LevelOrInherit {
  return level ?? 'none'
}

/** A stored level as the interface shows it: `none` is null. */
export function shownLevel(level: Level): RoleName | null
export function shownLevel(level: LevelOrInherit): DefaultLevel
export function shownLevel(level: LevelOrInherit): DefaultLevel {
  return level === 'none' ? null : level
}

/** The rules that lie on one space or collection, as far as they concern one member. */
export interface Scope {
  /** The grant to the member in person. */
  direct?: Level | undefined
  /** The grants to the member's teams. */
  teams: readonly Level[]
  defaultLevel: LevelOrInherit
}

export interface Rules extends Scope {
  /** Undefined for a person who is no member of the scope's organization; a null role is a guest. */
  member: { role: RoleName | null; disabled: boolean } | undefined
  /** The collections around the scope, nearest first. One that is not known counts as closed. */
  parents: readonly Scope[]
}

/** What gives a member their level: `depth` counts outwards from the scope, `team` is a place in its `teams`. */
type Decider =
  | { type: 'organization' }
  | { type: 'user' | 'default-level'; depth: number }
  | { type: 'team'; depth: number; team: number }

export interface Decision {
  level: Level
  /** Undefined for a stranger and for a disabled member: no rule counts for them. */
  by?: Decider
}

/** What a member may do on a space or collection (docs/interface.md#levels). */
export function effectiveLevel(rules: Rules): Level {
  return decisionOf(rules).level
}

/**
 * The level and what decides it: the nearest explicit rule, even where one further up is stronger; where there is none,
 * the organization role.
 */
export function decisionOf({ member, parents, ...scope }: Rules): Decision {
  if (!member || member.disabled) return { level: 'none' }
  if (member.role === 'admin') return { level: 'admin', by: { type: 'organization' } }
  for (const [depth, one] of [scope, ...parents].entries()) {
    const decision = decisionOn(one, depth, member.role === null)
    if (decision) return decision
  }
  return { level: storedLevel(member.role), by: { type: 'organization' } }
}

/** An explicit default level closes to guests: otherwise they would have more than members with the same grants. */
function decisionOn({ direct, teams, defaultLevel }: Scope, depth: number, isGuest: boolean): Decision | undefined {
  if (direct) return { level: direct, by: { type: 'user', depth } }
  const team = strongest(teams)
  if (team) return { level: team[1], by: { type: 'team', depth, team: team[0] } }
  if (defaultLevel === 'inherit') return undefined
  return { level: isGuest ? 'none' : defaultLevel, by: { type: 'default-level', depth } }
}

/** The first of the strongest, and its place. */
function strongest(granted: readonly Level[]): readonly [number, Level] | undefined {
  return [...granted.entries()].sort(([, one], [, other]) => levels.indexOf(other) - levels.indexOf(one))[0]
}
