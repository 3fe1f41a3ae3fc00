import type { Client, Person, Random } from './load-client.ts'

export interface CreatedThing {
  id: string
}

/** The things that one worker has created and may use. */
export interface Holdings {
  organization: string
  collections: string[]
  spaces: string[]
  sites: string[]
  /** Sites and spaces that were put on them. */
  placed: string[]
  /** Sites with a space. */
  publishable: string[]
  teams: string[]
  comments: string[]
  /** Paths of invite links. */
  links: string[]
  /** Access tokens of the worker's own. */
  tokens: { id: string; secret: string }[]
  /** Paths of permissions and team memberships it has given. */
  given: string[]
  /** True if the passing person is known to be a member now. */
  isPassing: boolean
  /** The number of acts so far. */
  acts: number
}

/** The context of an act: a client, other people and things. */
export interface Act {
  client: Client
  /** People who are members all the time. */
  people: Person[]
  /** A person who is a member now and then. */
  passing: Person
  random: Random
  holdings: Holdings
  /** Used once. */
  tag: string
}

export const pick = <T>(random: Random, items: T[]): T | undefined => items[Math.floor(random() * items.length)]
