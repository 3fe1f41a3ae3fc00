import { readFileSync, rmSync } from 'node:fs'
import { datedKey, type KeysLocation, keyFile, readSigningKeys, type SigningKey } from '@quire/kit'
import { createDurable, linkDurable, removeDrafts, renameDurable, rsaKey, writeDurable } from '@quire/secrets'

/**
 * The folder of the keys. Each step of a rotation happens completely or not at all. After each step the system can sign,
 * and it has the keys of all tokens except those of a dropped key.
 */
interface KeyFolder {
  SECRETS_DIR: string
}

/** Returns the location of the keys of access tokens. */
export const accessKeys = ({ SECRETS_DIR }: KeyFolder): KeysLocation => ({ SECRETS_DIR, family: 'token-signing' })
export const readAccessKeys = (folder: KeyFolder) => readSigningKeys(accessKeys(folder))
const fileOf = (folder: KeyFolder, use: Parameters<typeof keyFile>[1]) => keyFile(accessKeys(folder), use)

/** Adds a next key to the one in use, unless there is one; returns it. */
export function publishNext(folder: KeyFolder): SigningKey {
  for (const use of ['next', 'current', 'previous'] as const) removeDrafts(fileOf(folder, use))
  createDurable(fileOf(folder, 'next'), rsaKey())
  const { next } = readAccessKeys(folder)
  if (!next) throw new Error('The new key was taken away while it was made: is another rotation under way?')
  return next
}

/** Makes the next key the one that signs and retains the other as the previous one. Neither is ever missing. */
export function useNext(folder: KeyFolder): void {
  // A key that is used again still has the date on which its use ended.
  if (readAccessKeys(folder).current.signedUntil) date(fileOf(folder, 'current'), undefined)
  const isFirst = linkDurable(fileOf(folder, 'current'), fileOf(folder, 'previous'))
  const { current, previous } = readAccessKeys(folder)
  // An interrupted step may have retained it already. A different key must not be lost.
  if (!isFirst && previous?.kid !== current.kid) throw new Error('A previous key is there again: run the command anew.')
  renameDurable(fileOf(folder, 'next'), fileOf(folder, 'current'))
}

/** Writes to the previous key's file the date on which its use ended. */
export function datePrevious(folder: KeyFolder, until: Date): void {
  date(fileOf(folder, 'previous'), until)
}

/** Ends the tokens of the previous key. */
export function dropPrevious(folder: KeyFolder): void {
  rmSync(fileOf(folder, 'previous'))
}

function date(file: string, until: Date | undefined) {
  writeDurable(file, datedKey(readFileSync(file, 'utf8'), until))
}
