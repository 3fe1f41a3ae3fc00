import { randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** Drawn from numbers made in advance: left to itself the library asks the system for each character. */
const next = monotonicFactory(() => randomInt(256) / 256)

/** A new opaque identifier: unique, safe in a URL, sortable by time (design 3). */
export function newId(): string {
  return next()
}
