import type { RoleName } from '@quire/contracts'
import { type Decision, decisionOf, type Level, type LevelOrInherit, type Scope } from '../levels.ts'

/** An organization role; null for a guest. */
export type Role = RoleName | null
export type TeamName = 'a' | 'b'

/** The rules on a space or collection that concern me. */
export interface ScopeRules {
  me?: Level
  a?: Level
  b?: Level
  default?: LevelOrInherit
}

/** A change to me or my teams. */
export type PeopleStep =
  | { become: Role }
  | { disabled: boolean }
  | { join: TeamName }
  | { leave: TeamName }
  /** Deletes the team. */
  | { dissolve: TeamName }
  | 'remove'
  /** Removes me from the organization and invites me again. */
  | { comeBack: Role }

/** A change of the rules on a scope; null removes one. */
export type RuleStep = { at: number; default?: LevelOrInherit } & { [Name in 'me' | TeamName]?: Level | null }

/** A change after the setup. */
export type Step =
  | PeopleStep
  | RuleStep
  /** Moves the scope in question into these collections. */
  | { move: ScopeRules[] }
  /** Deletes the collection at this position of the setup with its content. */
  | { delete: number }

export interface PrecedenceCase {
  title: string
  role: Role
  disabled: boolean
  /** My teams. */
  teams: TeamName[]
  /** The scope in question, and the collections around it. */
  scopes: ScopeRules[]
  later: Step[]
  /** `<level> by <source>`, or `none`. */
  decision: string
}

interface State {
  member: { role: Role; disabled: boolean } | undefined
  teams: TeamName[]
  scopes: ScopeRules[]
  hasMoved: boolean
}

/** Computes a case's `decision` with the pure function. */
export function decided({ role, disabled, teams, scopes, later }: PrecedenceCase): string {
  const start: State = { member: { role, disabled }, teams, scopes: scopes, hasMoved: false }
  const { member, ...end } = later.reduce(after, start)
  const [scope, ...parents] = end.scopes.map((rules) => rulesOn(rules, end.teams))
  if (!scope) return 'none'
  return format(decisionOf({ member, ...scope, parents }), end)
}

function rulesOn(rules: ScopeRules, teams: TeamName[]): Scope {
  return {
    direct: rules.me,
    teams: teamsOn(rules, teams).map((name) => rules[name] ?? 'none'),
    defaultLevel: rules.default ?? 'inherit',
  }
}

const teamsOn = (rules: ScopeRules, teams: TeamName[]) =>
  (['a', 'b'] as const).filter((name) => teams.includes(name) && rules[name] !== undefined)

function format({ level, by }: Decision, { scopes, teams }: Pick<State, 'scopes' | 'teams'>): string {
  if (level === 'none' || !by) return 'none'
  if (by.type === 'organization') return `${level} by role`
  const names = { user: 'me', 'default-level': 'default' }
  const name = by.type === 'team' ? teamsOn(scopes[by.depth] ?? {}, teams)[by.team] : names[by.type]
  return `${level} by ${name}@${by.depth}`
}

function after(state: State, step: Step): State {
  const { member, teams, scopes, hasMoved } = state
  if (step === 'remove') return { ...state, member: undefined }
  if ('become' in step) return { ...state, member: member && { ...member, role: step.become } }
  if ('disabled' in step) return { ...state, member: member && { ...member, disabled: step.disabled } }
  if ('join' in step) return { ...state, teams: [...teams, step.join] }
  if ('leave' in step) return { ...state, teams: teams.filter((name) => name !== step.leave) }
  if ('dissolve' in step) return { ...state, teams: teams.filter((name) => name !== step.dissolve) }
  if ('comeBack' in step) {
    return { ...state, member: { role: step.comeBack, disabled: false }, teams: [], scopes: scopes.map(withoutMe) }
  }
  if ('at' in step)
    return { ...state, scopes: scopes.map((rules, index) => (index === step.at ? changed(rules, step) : rules)) }
  if ('move' in step) return { ...state, scopes: [...scopes.slice(0, 1), ...step.move], hasMoved: true }
  return hasMoved ? state : { ...state, scopes: [] }
}

/** Removes the rules for me: a rule names a membership, so it does not apply to the next one. */
const withoutMe = ({ me, ...rules }: ScopeRules): ScopeRules => rules

function changed(
  rules: ScopeRules,
  { at, ...change }: (ScopeRules & { at: number }) | Extract<Step, { at: number }>,
): ScopeRules {
  return Object.fromEntries(Object.entries({ ...rules, ...change }).filter(([, level]) => level !== null))
}
