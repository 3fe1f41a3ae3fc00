import type { RoleName } from '@quire/contracts'
import { type Decision, decisionOf, type Level, type LevelOrInherit, type Scope } from '../levels.ts'

/** Null is a guest. */
export type Role = RoleName | null
export type TeamName = 'a' | 'b'

/** The rules on a space or collection, as far as they concern me. */
export interface Place {
  me?: Level
  a?: Level
  b?: Level
  default?: LevelOrInherit
}

/** What happens to me and my teams. */
export type PeopleStep =
  | { become: Role }
  | { disabled: boolean }
  | { join: TeamName }
  | { leave: TeamName }
  /** The team is deleted. */
  | { dissolve: TeamName }
  | 'remove'
  /** Removed from the organization and invited again. */
  | { comeBack: Role }

/** The rules on a place change; null takes one away. */
export type RuleStep = { at: number; default?: LevelOrInherit } & { [Name in 'me' | TeamName]?: Level | null }

/** What happens once all is set up. */
export type Step =
  | PeopleStep
  | RuleStep
  /** What is asked about now lies in these collections. */
  | { move: Place[] }
  /** The collection at this place, as it was set up, is deleted with all that is in it. */
  | { delete: number }

export interface PrecedenceCase {
  title: string
  role: Role
  disabled: boolean
  /** The teams that I am in. */
  teams: TeamName[]
  /** What is asked about, and the collections around it. */
  places: Place[]
  later: Step[]
  /** `<level> by <what>`, or `none`. */
  decision: string
}

interface State {
  member: { role: Role; disabled: boolean } | undefined
  teams: TeamName[]
  places: Place[]
  hasMoved: boolean
}

/** The level that a case leads to, and what gives it, as `decision` says it: by the pure function. */
export function decided({ role, disabled, teams, places, later }: PrecedenceCase): string {
  const start: State = { member: { role, disabled }, teams, places, hasMoved: false }
  const { member, ...end } = later.reduce(after, start)
  const [scope, ...parents] = end.places.map((place) => rulesOn(place, end.teams))
  if (!scope) return 'none'
  return inWords(decisionOf({ member, ...scope, parents }), end)
}

function rulesOn(place: Place, teams: TeamName[]): Scope {
  return {
    direct: place.me,
    teams: teamsOn(place, teams).map((name) => place[name] ?? 'none'),
    defaultLevel: place.default ?? 'inherit',
  }
}

const teamsOn = (place: Place, teams: TeamName[]) =>
  (['a', 'b'] as const).filter((name) => teams.includes(name) && place[name] !== undefined)

function inWords({ level, by }: Decision, { places, teams }: Pick<State, 'places' | 'teams'>): string {
  if (level === 'none' || !by) return 'none'
  if (by.type === 'organization') return `${level} by role`
  const names = { user: 'me', 'default-level': 'default' }
  const name = by.type === 'team' ? teamsOn(places[by.depth] ?? {}, teams)[by.team] : names[by.type]
  return `${level} by ${name}@${by.depth}`
}

function after(state: State, step: Step): State {
  const { member, teams, places, hasMoved } = state
  if (step === 'remove') return { ...state, member: undefined }
  if ('become' in step) return { ...state, member: member && { ...member, role: step.become } }
  if ('disabled' in step) return { ...state, member: member && { ...member, disabled: step.disabled } }
  if ('join' in step) return { ...state, teams: [...teams, step.join] }
  if ('leave' in step) return { ...state, teams: teams.filter((name) => name !== step.leave) }
  if ('dissolve' in step) return { ...state, teams: teams.filter((name) => name !== step.dissolve) }
  if ('comeBack' in step) {
    return { ...state, member: { role: step.comeBack, disabled: false }, teams: [], places: places.map(withoutMe) }
  }
  if ('at' in step)
    return { ...state, places: places.map((place, index) => (index === step.at ? changed(place, step) : place)) }
  if ('move' in step) return { ...state, places: [...places.slice(0, 1), ...step.move], hasMoved: true }
  return hasMoved ? state : { ...state, places: [] }
}

/** A rule names the membership, so the next one is not meant. */
const withoutMe = ({ me, ...place }: Place): Place => place

function changed(place: Place, { at, ...change }: (Place & { at: number }) | Extract<Step, { at: number }>): Place {
  return Object.fromEntries(Object.entries({ ...place, ...change }).filter(([, level]) => level !== null))
}
