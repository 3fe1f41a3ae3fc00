import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteTokenAudience, tokenAudience, tokenIssuer } from '@quire/contracts'
import { newId } from '@quire/kit'
import jwt from 'jsonwebtoken'

const names = ['identity', 'content', 'sites', 'ai'].map((name) => `principal-${name}.key`)

export interface Secrets {
  dir: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** The keys that identity would publish. */
  publicKeys: { kid: string }[]
  /** Key that signs tokens of published sites, as sites does. */
  sitePrivateKey: KeyObject
  /** The keys that sites would publish. */
  sitePublicKeys: { kid: string }[]
  remove(): void
}

/** A folder of fresh secrets, and the key pair that tokens are signed with. */
export function makeSecrets(): Secrets {
  const dir = mkdtempSync(join(tmpdir(), 'quire-gateway-'))
  for (const name of [...names, 'internal.key', 'consistency.key']) {
    writeFileSync(join(dir, name), randomBytes(32).toString('hex'))
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ofSites = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    dir,
    privateKey,
    publicKey,
    publicKeys: [jwk(publicKey, 'one')],
    sitePrivateKey: ofSites.privateKey,
    sitePublicKeys: [jwk(ofSites.publicKey, 'of sites')],
    remove: () => rmSync(dir, { recursive: true }),
  }
}

export function jwk(key: KeyObject, kid: string) {
  const { kty, n, e } = key.export({ format: 'jwk' })
  return { kty, n, e, kid, use: 'sig', alg: 'RS256' }
}

/** Signs a token like identity's; `claims` and `options` may invalidate it. */
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

/** Signs a token like sites' for a published site; `claims` and `options` may invalidate it. */
export function siteTokenFor(
  secrets: Pick<Secrets, 'sitePrivateKey'>,
  claims: object = {},
  options: jwt.SignOptions = {},
) {
  const ids = { organization: 'org', site: 'docs', siteSpace: 'first', space: 'manual', spaces: ['manual'] }
  return jwt.sign({ kind: 'site', ...ids, generation: 3, ...claims }, secrets.sitePrivateKey, {
    algorithm: 'RS256',
    keyid: 'of sites',
    issuer: tokenIssuer,
    audience: siteTokenAudience,
    jwtid: 'visit',
    expiresIn: 600,
    ...options,
  })
}
