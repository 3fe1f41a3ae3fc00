import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenAudience, tokenIssuer } from '@quire/contracts'
import { newId } from '@quire/kit'
import jwt from 'jsonwebtoken'

const names = ['identity', 'content', 'sites', 'ai'].map((name) => `principal-${name}.key`)

export interface Secrets {
  dir: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** The keys that identity would answer. */
  publicKeys: { kid: string }[]
  remove(): void
}

/** A folder of fresh secrets, and the key pair that tokens are signed with. */
export function makeSecrets(): Secrets {
  const dir = mkdtempSync(join(tmpdir(), 'quire-gateway-'))
  for (const name of [...names, 'internal.key', 'consistency.key']) {
    writeFileSync(join(dir, name), randomBytes(32).toString('hex'))
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    dir,
    privateKey,
    publicKey,
    publicKeys: [jwk(publicKey, 'one')],
    remove: () => rmSync(dir, { recursive: true }),
  }
}

export function jwk(key: KeyObject, kid: string) {
  const { kty, n, e } = key.export({ format: 'jwk' })
  return { kty, n, e, kid, use: 'sig', alg: 'RS256' }
}

/** A token like identity's; `claims` and `options` spoil it. */
export function tokenFor(secrets: Secrets, userId: string, claims: object = {}, options: jwt.SignOptions = {}): string {
  return jwt.sign({ kind: 'user', scope: 'full', ...claims }, secrets.privateKey, {
    algorithm: 'RS256',
    keyid: 'one',
    issuer: tokenIssuer,
    audience: tokenAudience,
    subject: userId,
    jwtid: newId(),
    expiresIn: 600,
    ...options,
  })
}
