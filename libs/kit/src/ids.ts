import { randomBytes, randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** Takes random numbers that Node made in advance: the library's own way asks the system for each character. */
const next = monotonicFactory(() => randomInt(256) / 256)

/** A new opaque identifier: unique, safe in a URL, sortable by time (docs/adr/0016). */
export function newId(): string {
  return next()
}

/** An identifier that is a secret too: sortable by time like the others, with 128 bits that nobody can guess. */
export const newSecretId = () => `${newId()}${randomBytes(16).toString('hex')}`
