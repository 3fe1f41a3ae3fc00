import { randomBytes, randomInt } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

/** Takes random numbers that Node generated in advance: the library itself asks the system for each character. */
const next = monotonicFactory(() => randomInt(256) / 256)

let earliest = 0

/**
 * A new opaque identifier: unique, safe in a URL, sortable by time (docs/adr/0004). It begins with a letter, as an
 * identifier in CSS must, in place of the digit 0 that the times of this millennium begin with; so it sorts after the
 * identifiers of earlier releases, which begin with that digit.
 */
export function newId(): string {
  return `Q${next(Math.max(Date.now(), earliest)).slice(1)}`
}

/**
 * Has all identifiers that this process makes from now on sort after one that another process made, whose clock may be
 * ahead, or after the result of `idAt`.
 */
export function continueAfter(id: string): void {
  earliest = Math.max(earliest, timeOf(id.padEnd(characters, '0')) + 1)
}

const characters = 26
const timeCharacters = 10

/** Sorts after every identifier from before a time, in milliseconds since 1970, and before those from then on. */
export const idAt = (time: number) => `Q${encodeTime(time, timeCharacters).slice(1)}`

/** The time at which an identifier was made, in milliseconds since 1970. */
export const timeOf = (id: string) => decodeTime(`0${id.slice(1)}`)

/** An identifier that is also a secret: sortable by time like the others, with 128 random bits. */
export const newSecretId = () => `${newId()}${randomBytes(16).toString('hex')}`
