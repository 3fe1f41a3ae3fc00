import type { Client, Person, Random } from './load.ts'

export interface Created {
  id: string
}

/** What one worker has made and may use. */
export interface Holdings {
  organization: string
  collections: string[]
  spaces: string[]
  teams: string[]
  comments: string[]
  /** Paths of invite links. */
  links: string[]
  /** Access tokens of the worker's own. */
  tokens: { id: string; secret: string }[]
  /** Paths of permissions and team memberships it has given. */
  given: string[]
  /** Whether the one who comes and goes is known to be a member. */
  isPassing: boolean
}

/** What a worker does next: as whom, to whom, with what. */
export interface Act {
  client: Client
  /** Members all the time. */
  people: Person[]
  /** One who is a member now and then. */
  passing: Person
  random: Random
  holdings: Holdings
  /** Used once. */
  tag: string
}

export const pick = <T>(random: Random, items: T[]): T | undefined => items[Math.floor(random() * items.length)]
