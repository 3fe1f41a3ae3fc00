import { randomBytes, randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** Takes random numbers that Node generated in advance: the library itself asks the system for each character. */
const next = monotonicFactory(() => randomInt(256) / 256)

/** A new opaque identifier: unique, safe in a URL, sortable by time (docs/adr/0004). */
export function newId(): string {
  return next()
}

/** An identifier that is also a secret: sortable by time like the others, with 128 random bits. */
export const newSecretId = () => `${newId()}${randomBytes(16).toString('hex')}`
