import { type DefaultLevel, type RoleName, roles } from '@quire/contracts'
import { type RawBuilder, sql } from 'kysely'

/** The level that a rule gives: a role, or `none`, which denies access. */
export type Level = RoleName | 'none'
/** A stored default level: `inherit` is no rule, the parent decides. */
export type LevelOrInherit = Level | 'inherit'

/** Levels, weakest first. A level's position is its strength, here and in SQL (`strength` in strength.ts). */
const levels: readonly Level[] = ['none', ...roles]

/** True if `level` includes `role`. */
export function atLeast(level: Level, role: RoleName): boolean {
  return levels.indexOf(level) >= levels.indexOf(role)
}

/** Returns the roles that include `role`. */
export function rolesFrom(role: RoleName): readonly RoleName[] {
  return roles.slice(roles.indexOf(role))
}

/** Converts a level of the interface, which writes null for a guest and for no access; both are stored as `none`. */
export function storedLevel(level: RoleName | null): Level
export function storedLevel(level: DefaultLevel): LevelOrInherit
export function storedLevel(level: DefaultLevel): LevelOrInherit {
  return level ?? 'none'
}

/** Converts a stored level to the interface's: `none` becomes null. */
export function visibleLevel(level: Level): RoleName | null
export function visibleLevel(level: LevelOrInherit): DefaultLevel
export function visibleLevel(level: LevelOrInherit): DefaultLevel {
  return level === 'none' ? null : level
}

/** The rules on one space or collection that concern one member. */
export interface Scope {
  /** The grant to the member in person. */
  direct?: Level | undefined
  /** The grants to the member's teams. */
  teams: readonly Level[]
  defaultLevel: LevelOrInherit
}

export interface Rules extends Scope {
  /** Undefined for a person who is not a member of the scope's organization; a null role is a guest. */
  member: { role: RoleName | null; disabled: boolean } | undefined
  /** The collections around the scope, nearest first. An unknown one denies access. */
  parents: readonly Scope[]
}

/** The rule that gives a member their level. `depth` counts outwards from the scope; `team` is a position in its `teams`. */
type Decider =
  | { type: 'organization' }
  | { type: 'user' | 'default-level'; depth: number }
  | { type: 'team'; depth: number; team: number }

export interface Decision {
  level: Level
  /** Undefined for a stranger and for a disabled member: no rule counts for them. */
  by?: Decider
}

/** Returns a member's level on a space or collection (docs/interface.md#levels). */
export function effectiveLevel(rules: Rules): Level {
  return decisionOf(rules).level
}

/**
 * Returns the level and the rule that decides it: the nearest explicit rule, even if one further up is stronger; without
 * a rule the organization role.
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

/** An explicit default level denies access to guests; otherwise they would have more than members with the same grants. */
function decisionOn({ direct, teams, defaultLevel }: Scope, depth: number, isGuest: boolean): Decision | undefined {
  if (direct) return { level: direct, by: { type: 'user', depth } }
  const team = strongest(teams)
  if (team) return { level: team[1], by: { type: 'team', depth, team: team[0] } }
  if (defaultLevel === 'inherit') return undefined
  return { level: isGuest ? 'none' : defaultLevel, by: { type: 'default-level', depth } }
}

/** Returns the first of the strongest levels with its position. */
function strongest(granted: readonly Level[]): readonly [number, Level] | undefined {
  return [...granted.entries()].sort(([, one], [, other]) => levels.indexOf(other) - levels.indexOf(one))[0]
}

const ladder = sql.raw(`array[${levels.map((level) => `'${level}'`).join(', ')}]::text[]`)

/** Converts a stored level to a comparable number; null for `inherit` and for null. */
export function strength(level: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`array_position(${ladder}, ${level})`
}

/** Returns the number of a constant level. */
export const strengthOf = (level: Level): number => levels.indexOf(level) + 1

/** Converts a number back to its level. */
export function levelOf(number: RawBuilder<unknown>): RawBuilder<Level> {
  return sql`(${ladder})[${number}]`
}

/**
 * The strength that a default level gives: null if the parent decides. An explicit default level gives guests nothing.
 * `isGuest` is an expression.
 */
export function defaultRule(
  defaultLevel: RawBuilder<unknown>,
  isGuest: RawBuilder<unknown>,
): RawBuilder<number | null> {
  return sql`case when ${defaultLevel} = 'inherit' then null when ${isGuest} then ${sql.lit(strengthOf('none'))}
    else ${strength(defaultLevel)} end`
}

/*
 * The `permissions` of spaces and collections, from the roles that the operations require (docs/interface.md#roles).
 * Flags of features that Quire does not have are false.
 */

export const permissionsOfSpace = (level: Level) => ({
  view: atLeast(level, 'read'),
  access: atLeast(level, 'read'),
  admin: atLeast(level, 'create'),
  viewInviteLinks: false,
  edit: atLeast(level, 'edit'),
  triggerGitSync: atLeast(level, 'edit'),
  comment: atLeast(level, 'comment'),
  merge: atLeast(level, 'review'),
  review: atLeast(level, 'review'),
  installIntegration: false,
})

export const permissionsOfCollection = (level: Level) => ({
  view: atLeast(level, 'read'),
  admin: atLeast(level, 'create'),
  viewInviteLinks: false,
  create: atLeast(level, 'create'),
})
