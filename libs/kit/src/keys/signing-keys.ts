import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A key that signs tokens, named by the thumbprint of its public half (RFC 7638). */
export interface SigningKey {
  kid: string
  key: KeyObject
  jwk: { kty: 'RSA'; n: string; e: string }
  /** The time at which the last process stopped signing with the key, if its file says so. */
  signedUntil: Date | undefined
}

/** While keys change, tokens of two keys are valid: of the one in use, and of the next or the previous one. */
export interface SigningKeys {
  next: SigningKey | undefined
  current: SigningKey
  previous: SigningKey | undefined
}

/** The location of the keys of one kind of token. */
export interface KeysLocation {
  SECRETS_DIR: string
  /** The kind of token: the prefix of the names of its files. */
  family: 'token-signing' | 'site-token-signing'
}

/** In the order in which the files are read. A key only ever moves to a later name, so none is missed while it moves. */
const endings = { next: '-next.pem', current: '.pem', previous: '-previous.pem' } as const

const nameOf = ({ family }: KeysLocation, use: keyof typeof endings) => family + endings[use]

/** The file of a key, by the use of the key. */
export const keyFile = (location: KeysLocation, use: keyof typeof endings) =>
  join(location.SECRETS_DIR, nameOf(location, use))

/** Throws if the key in use is missing, or one is not RSA. */
export function readSigningKeys(location: KeysLocation): SigningKeys {
  const next = readKey(location, 'next')
  const current = readKey(location, 'current')
  if (!current) throw new Error(`Configuration: ${nameOf(location, 'current')} is missing in SECRETS_DIR.`)
  return { next, current, previous: readKey(location, 'previous') }
}

/** Returns a text that changes whenever a key file changes. */
export function stampOf(location: KeysLocation): string {
  const uses = Object.keys(endings) as (keyof typeof endings)[]
  const stats = uses.map((use) => statSync(keyFile(location, use), { throwIfNoEntry: false }))
  return stats.map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join('|')
}

const RsaJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() })
const signedUntil = /^Signed until: (\S+)$/m

/** Returns a key's text with or without a first line that says when it was last used. Readers of PEM skip that line. */
export function datedKey(text: string, until: Date | undefined): string {
  const key = text.replace(signedUntil, '').trimStart()
  return until ? `Signed until: ${until.toISOString()}\n${key}` : key
}

function readKey(location: KeysLocation, use: keyof typeof endings): SigningKey | undefined {
  const text = textOf(keyFile(location, use))
  if (text === undefined) return undefined
  const until = new Date(signedUntil.exec(text)?.[1] ?? '')
  try {
    const key = createPrivateKey(text)
    const jwk = RsaJwk.parse(createPublicKey(key).export({ format: 'jwk' }))
    return { kid: thumbprint(jwk), key, jwk, signedUntil: Number.isNaN(until.getTime()) ? undefined : until }
  } catch (cause) {
    throw new Error(`Configuration: ${nameOf(location, use)} in SECRETS_DIR is not an RSA key.`, { cause })
  }
}

/** Undefined if there is no such file; it may be moving to another name. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Hashes the members in the order that RFC 7638 prescribes. */
function thumbprint({ e, kty, n }: z.infer<typeof RsaJwk>): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
