import { randomBytes, randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** Drawn from numbers made in advance: left to itself the library asks the system for each character. */
const next = monotonicFactory(() => randomInt(256) / 256)

/** A new opaque identifier: unique, safe in a URL, sortable by time (docs/adr/0016). */
export function newId(): string {
  return next()
}

/** An identifier that is a secret too: in the order of time like the others, with 128 bits that nobody guesses. */
export const newSecretId = () => `${newId()}${randomBytes(16).toString('hex')}`
