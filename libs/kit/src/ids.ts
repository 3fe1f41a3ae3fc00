import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** A new opaque identifier: unique, safe in a URL, sortable by time (design 3). */
export function newId(): string {
  return next()
}
