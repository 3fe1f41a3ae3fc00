import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A key that signs tokens, named by the thumbprint of its public half (RFC 7638). */
export interface SigningKey {
  kid: string
  key: KeyObject
  jwk: { kty: 'RSA'; n: string; e: string }
  /** When the last process stopped signing with it, where its file says so. */
  signedUntil: Date | undefined
}

/** While keys change, tokens of two keys are valid: of the one in use, and of the next or the previous one. */
export interface SigningKeys {
  next: SigningKey | undefined
  current: SigningKey
  previous: SigningKey | undefined
}

/** Where the keys of one kind of token are. */
export interface KeysPlace {
  SECRETS_DIR: string
  /** The kind: what the names of its files begin with. */
  family: 'token-signing' | 'site-token-signing'
}

/** In the order in which they are read. A key only ever moves on to a later name, so none is missed on its way. */
const endings = { next: '-next.pem', current: '.pem', previous: '-previous.pem' } as const

const nameOf = ({ family }: KeysPlace, use: keyof typeof endings) => family + endings[use]

/** The file of a key, by what the key is there for. */
export const keyFile = (place: KeysPlace, use: keyof typeof endings) => join(place.SECRETS_DIR, nameOf(place, use))

/** Throws where the key in use is missing, or one is not RSA. */
export function readSigningKeys(place: KeysPlace): SigningKeys {
  const next = readKey(place, 'next')
  const current = readKey(place, 'current')
  if (!current) throw new Error(`Configuration: ${nameOf(place, 'current')} is missing in SECRETS_DIR.`)
  return { next, current, previous: readKey(place, 'previous') }
}

/** A text that changes whenever a key file changes. */
export function stampOf(place: KeysPlace): string {
  const uses = Object.keys(endings) as (keyof typeof endings)[]
  const stats = uses.map((use) => statSync(keyFile(place, use), { throwIfNoEntry: false }))
  return stats.map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : '')).join('|')
}

const RsaJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() })
const signedUntil = /^Signed until: (\S+)$/m

/** A key's text with a line before it that says when it was last used, or without it. Readers of PEM skip the line. */
export function datedKey(text: string, until: Date | undefined): string {
  const key = text.replace(signedUntil, '').trimStart()
  return until ? `Signed until: ${until.toISOString()}\n${key}` : key
}

function readKey(place: KeysPlace, use: keyof typeof endings): SigningKey | undefined {
  const text = textOf(keyFile(place, use))
  if (text === undefined) return undefined
  const until = new Date(signedUntil.exec(text)?.[1] ?? '')
  try {
    const key = createPrivateKey(text)
    const jwk = RsaJwk.parse(createPublicKey(key).export({ format: 'jwk' }))
    return { kid: thumbprint(jwk), key, jwk, signedUntil: Number.isNaN(until.getTime()) ? undefined : until }
  } catch (cause) {
    throw new Error(`Configuration: ${nameOf(place, use)} in SECRETS_DIR is not an RSA key.`, { cause })
  }
}

/** Undefined where there is no such file; it may just be on its way to another name. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The members in the order that RFC 7638 lays down. */
function thumbprint({ e, kty, n }: z.infer<typeof RsaJwk>): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
