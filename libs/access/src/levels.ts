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

/** Null in the interface (2.2: a guest; no access) is stored as `none`. */
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
  /** Undefined for who is no member of the scope's organization; a null role is a guest. */
  member: { role: RoleName | null; disabled: boolean } | undefined
  /** The collections around the scope, nearest first. One that is not known counts as closed. */
  parents: readonly Scope[]
}

/**
 * What a member may do on a space or collection (design 5): the nearest explicit rule decides, even
 * against a stronger one further up; where there is none, the organization role does.
 */
export function effectiveLevel({ member, parents, ...scope }: Rules): Level {
  if (!member || member.disabled) return 'none'
  if (member.role === 'admin') return 'admin'
  for (const one of [scope, ...parents]) {
    const rule = ruleOf(one, member.role === null)
    if (rule) return rule
  }
  return storedLevel(member.role)
}

/** An explicit default level closes to guests: otherwise they would have more than members with the same grants. */
function ruleOf({ direct, teams, defaultLevel }: Scope, isGuest: boolean): Level | undefined {
  if (direct) return direct
  if (teams.length > 0) return strongest(teams)
  if (defaultLevel === 'inherit') return undefined
  return isGuest ? 'none' : defaultLevel
}

function strongest(granted: readonly Level[]): Level {
  return levels[Math.max(...granted.map((level) => levels.indexOf(level)))] ?? 'none'
}
