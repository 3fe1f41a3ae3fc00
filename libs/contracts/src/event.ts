import { type ZodObject, type ZodType, z } from 'zod'
import type { OwnerName } from './operation.ts'

/**
 * The version of the states in the events of each service. Raise that of an owner when a state of its has a new field that a
 * consumer stores: a migration of the consumer then waits until the owner is of this version too (docs/adr/0040). The
 * consumer serves nobody meanwhile, so the owner has to be one that an upgrade replaces first; where it is not, let the
 * migration ask in the next release.
 */
const eventsVersions: Readonly<Record<string, number>> = {
  identity: 3,
  content: 2,
  sites: 2,
  ai: 2,
} satisfies Record<OwnerName, number>

/** Returns the version of the states in the events of a service. */
export const eventsVersionOf = (owner: string): number => eventsVersions[owner] ?? 0

/** An event about a resource: its current state, or its removal (docs/architecture.md#one-event). */
export interface EventDefinition<Data extends ZodType = ZodType> {
  /** `<service>.<noun>.saved.v1` or `<service>.<noun>.removed.v1` */
  type: string
  noun: Noun
  data: Data
}

/** A kind of resource that one service owns and others may project. */
export interface Noun<State extends ZodObject = ZodObject> {
  /** `<service>.<noun>` */
  name: string
  owner: OwnerName
  /** Returns the key of a state; versions of one key are compared. */
  key: (state: z.output<State>) => string
  /**
   * True for nouns about access or tokens: a service that cannot apply an event refuses access until the owner has
   * repeated its states.
   */
  access: boolean
  /** True if a removal is a revocation, which every process knows before the removal is answered. */
  revokes: boolean
  saved: EventDefinition<State>
  removed: EventDefinition<typeof Removal>
  /** A state that every consumer must accept. */
  sample: z.input<State>
}

/** A tombstone: later than every state of `key` with a lower version. */
export const Removal = z.object({ key: z.string().min(1), version: z.number().int() })
export type Removal = z.infer<typeof Removal>

/** One message of the stream. */
export const EventEnvelope = z.object({
  /** Unique to one publication of one state. */
  id: z.string(),
  type: z.string(),
  key: z.string(),
  version: z.number().int(),
  /** The epoch of the owner's database: a state of a later epoch replaces one of any version (docs/adr/0040). */
  epoch: z.number().int().optional(),
  at: z.string(),
  data: z.unknown(),
  /** The resynchronization of this publication, if any. */
  resync: z.string().optional(),
  /** The recorded trace of the write, as the W3C header of this name; absent if none is recorded. */
  traceparent: z.string().optional(),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>

interface NounOptions<State extends ZodObject> {
  state: State
  sample: z.input<State>
  key: (state: z.output<State>) => string
  access?: boolean
  revokes?: boolean
}

/** Declares the events that `owner` publishes about one kind of resource; every state has its `version`. */
export function noun<State extends ZodObject>(
  owner: OwnerName,
  name: string,
  { state, sample, key, access = false, revokes = false }: NounOptions<State>,
): Noun<State> {
  const fullName = `${owner}.${name}`
  const one = { name: fullName, owner, key, access, revokes, sample } as Noun<State>
  one.saved = { type: `${fullName}.saved.v1`, noun: one as Noun, data: state }
  one.removed = { type: `${fullName}.removed.v1`, noun: one as Noun, data: Removal }
  return one
}
