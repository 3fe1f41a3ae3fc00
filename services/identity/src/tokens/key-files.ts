import { readFileSync, rmSync } from 'node:fs'
import { datedKey, type KeysPlace, keyFile, readSigningKeys, type SigningKey } from '@quire/kit'
import { createLasting, linkLasting, removeDrafts, renameLasting, rsaKey, writeLasting } from '@quire/secrets'

/**
 * The steps of a rotation, each whole or not at all. After each step, and between any two, the system can sign, and it
 * knows the keys of all tokens except those of a dropped key.
 */
interface Place {
  SECRETS_DIR: string
}

/** The keys of access tokens. */
export const accessKeys = ({ SECRETS_DIR }: Place): KeysPlace => ({ SECRETS_DIR, family: 'token-signing' })
export const readAccessKeys = (place: Place) => readSigningKeys(accessKeys(place))
const fileOf = (place: Place, use: Parameters<typeof keyFile>[1]) => keyFile(accessKeys(place), use)

/** Puts a new key beside the one in use, unless one is there; returns it. */
export function publishNext(place: Place): SigningKey {
  for (const use of ['next', 'current', 'previous'] as const) removeDrafts(fileOf(place, use))
  createLasting(fileOf(place, 'next'), rsaKey())
  const { next } = readAccessKeys(place)
  if (!next) throw new Error('The new key was taken away while it was made: is another rotation under way?')
  return next
}

/** Makes the next key the one that signs and keeps the other as the previous one. At no moment is either missing. */
export function useNext(place: Place): void {
  // A key that came into use again still carries the date on which it went out of use.
  if (readAccessKeys(place).current.signedUntil) date(fileOf(place, 'current'), undefined)
  const isFirst = linkLasting(fileOf(place, 'current'), fileOf(place, 'previous'))
  const { current, previous } = readAccessKeys(place)
  // An interrupted step may have kept it already. A different key must not be lost.
  if (!isFirst && previous?.kid !== current.kid) throw new Error('A previous key is there again: run the command anew.')
  renameLasting(fileOf(place, 'next'), fileOf(place, 'current'))
}

/** Notes in the previous key's file that nobody signs with it any longer. */
export function datePrevious(place: Place, until: Date): void {
  date(fileOf(place, 'previous'), until)
}

/** Ends the tokens of the previous key. */
export function dropPrevious(place: Place): void {
  rmSync(fileOf(place, 'previous'))
}

function date(file: string, until: Date | undefined) {
  writeLasting(file, datedKey(readFileSync(file, 'utf8'), until))
}
