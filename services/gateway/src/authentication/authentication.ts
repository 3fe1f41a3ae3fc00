import { hash } from 'node:crypto'
import type { Operation } from '@quire/contracts'
import {
  type BaseConfig,
  type Caller,
  type Metrics,
  type Position,
  secretKey,
  signPrincipal,
  unauthorized,
} from '@quire/kit/edge'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import type { RevokedTokens } from './revoked-tokens.ts'
import {
  InvalidToken,
  invalidToken,
  type KeysOfTokens,
  keysFor,
  type VerifiedToken,
  verifyToken,
} from './verification.ts'

/** An authenticated request with the data that its principal carries. */
export interface AdmittedRequest {
  operation: Operation
  caller: Caller
  /** The raw path, as the owner will see it. */
  path: string
  /** The position that the owner must have reached. */
  position: Position | undefined
}

/** Signs the principal that the owner of an operation trusts: one key per service, one principal per request (docs/adr/0012). */
export function principalSigner(config: BaseConfig, operations: Operation[]): (admitted: AdmittedRequest) => string {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const keys = {
    identity: secretKey(config, 'principal-identity.key'),
    content: secretKey(config, 'principal-content.key'),
    sites: secretKey(config, 'principal-sites.key'),
    ai: secretKey(config, 'principal-ai.key'),
  }

  function sign({ id, owner, method }: Operation, { caller, position }: AdmittedRequest, more: object = {}) {
    return signPrincipal(keys[owner], owner, {
      caller,
      operation: id,
      method,
      ...(position && { position }),
      ...more,
    })
  }

  /**
   * Signs principals for the operations that this one may call; only its owner knows their paths. What only services may
   * call has no principal of a caller.
   */
  function callsOf(admitted: AdmittedRequest) {
    const named = admitted.operation.calls?.flatMap((id) => byId.get(id) ?? []) ?? []
    const called = named.filter(({ access }) => access.on !== 'service')
    if (called.length === 0) return undefined
    return Object.fromEntries(called.map((operation) => [operation.id, sign(operation, admitted)]))
  }

  return (admitted) => {
    const calls = callsOf(admitted)
    return sign(admitted.operation, admitted, { path: admitted.path, ...(calls && { calls }) })
  }
}

const scheme = /^Bearer +([\w.~+/=-]+) *$/i
const maxTokenBytes = 24 * 1024 ** 2
const cachedForMs = 60_000

/** Throws 401 with advice. The error reveals nothing about a token that its holder does not know. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/**
 * Verifies access tokens and tokens of published sites. A token's signature is checked once a minute; its key (still
 * published) and the token (not revoked) are checked every time.
 */
export function authenticator(
  keys: KeysOfTokens,
  revoked: Pick<RevokedTokens, 'has'>,
  { registry }: Pick<Metrics, 'registry'>,
): Authenticate {
  const refused = new Counter({
    name: 'quire_tokens_refused_total',
    help: 'Requests with a token that was refused, by reason: invalid, expired, purpose, revoked',
    labelNames: ['reason'],
    registers: [registry],
  })
  const cache = new LRUCache<string, VerifiedToken>({ maxSize: maxTokenBytes, ttl: cachedForMs })

  async function verified(token: string): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64')
    const known = cache.get(digest)
    if (known && keysFor(keys, known.audience).has(known.kid) && known.expiresAt * 1000 > Date.now()) return known
    const fresh = await verifyToken(keys, token)
    // Parsed claims take some times as much memory as the token.
    cache.set(digest, fresh, { size: 1000 + 4 * token.length })
    return fresh
  }

  async function callerOf(token: string): Promise<Caller> {
    const { caller, revokedWith } = await verified(token)
    if (revokedWith !== undefined && (await revoked.has(revokedWith))) {
      throw invalidToken('revoked', 'The access token was revoked: create a new one.')
    }
    return caller
  }

  return async (authorization) => {
    const token = authorization?.match(scheme)?.[1]
    if (!token) throw unauthorized()
    try {
      return await callerOf(token)
    } catch (error) {
      if (error instanceof InvalidToken) refused.inc({ reason: error.reason })
      throw error
    }
  }
}
