import { readFileSync, rmSync } from 'node:fs'
import { createLasting, linkLasting, removeDrafts, renameLasting, rsaKey, writeLasting } from '@quire/secrets'
import { datedKey, keyFile, readSigningKeys, type SigningKey } from './signing-keys.ts'

/**
 * The steps of a rotation, each whole or not at all. After each step, and between any two, the system can sign, and it
 * knows the keys of all tokens except those of a dropped key.
 */
interface Place {
  SECRETS_DIR: string
}

/** Puts a new key beside the one in use, unless one is there; returns it. */
export function publishNext(place: Place): SigningKey {
  for (const use of ['next', 'current', 'previous'] as const) removeDrafts(keyFile(place, use))
  createLasting(keyFile(place, 'next'), rsaKey())
  const { next } = readSigningKeys(place)
  if (!next) throw new Error('The new key was taken away while it was made: is another rotation under way?')
  return next
}

/** Makes the next key the one that signs and keeps the other as the previous one. At no moment is either missing. */
export function useNext(place: Place): void {
  // A key that came into use again still carries the date on which it went out of use.
  if (readSigningKeys(place).current.signedUntil) date(keyFile(place, 'current'), undefined)
  const isFirst = linkLasting(keyFile(place, 'current'), keyFile(place, 'previous'))
  const { current, previous } = readSigningKeys(place)
  // An interrupted step may have kept it already. A different key must not be lost.
  if (!isFirst && previous?.kid !== current.kid) throw new Error('A previous key is there again: run the command anew.')
  renameLasting(keyFile(place, 'next'), keyFile(place, 'current'))
}

/** Notes in the previous key's file that nobody signs with it any longer. */
export function datePrevious(place: Place, until: Date): void {
  date(keyFile(place, 'previous'), until)
}

/** Ends the tokens of the previous key. */
export function dropPrevious(place: Place): void {
  rmSync(keyFile(place, 'previous'))
}

function date(file: string, until: Date | undefined) {
  writeLasting(file, datedKey(readFileSync(file, 'utf8'), until))
}
