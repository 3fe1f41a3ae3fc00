import { sessionInternalOperations } from '@quire/contracts'
import {
  askPeerForJson,
  type Caller,
  isSessionValue,
  lruOptions,
  principalHeader,
  secretKey,
  sessionHash,
  signAsService,
  unauthorized,
  unavailable,
} from '@quire/kit/edge'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import type { RevokedTokens } from './revoked-tokens.ts'

/** Identity also learns that often that a session is in use. */
const cachedForMs = 5 * 60_000
/** A secret becomes a session before its browser has it, so that an unknown one stays unknown. */
const unknownForMs = 60_000
const timeoutMs = 5000
const entryBytes = 600
const unknownBytes = 200
const maxKnownBytes = 16 * 1024 ** 2
const maxUnknownBytes = 2 * 1024 ** 2

/**
 * Returns the caller of a session by its secret. Throws 401 for a session that does not exist or has ended, and 503 if that
 * cannot be found out. `beforeAsking` is called before identity is asked; it may refuse.
 */
export type SessionCallerOf = (secret: string, beforeAsking: () => Promise<void>) => Promise<Caller>

/** Finds sessions by the hashes of their secrets. Every request checks anew that the session has not ended. */
export function sessionFinder(config: GatewayConfig, revoked: Pick<RevokedTokens, 'has'>): SessionCallerOf {
  const known = new LRUCache<string, Caller>({ ...lruOptions(maxKnownBytes, entryBytes), ttl: cachedForMs })
  const unknown = new LRUCache<string, true>({ ...lruOptions(maxUnknownBytes, unknownBytes), ttl: unknownForMs })
  const asking = new Map<string, Promise<Caller | undefined>>()
  const ask = askIdentity(config)

  function find(hash: string): Promise<Caller | undefined> {
    const found = asking.get(hash) ?? ask(hash).finally(() => asking.delete(hash))
    asking.set(hash, found)
    return found
  }

  async function callerOf(secret: string, beforeAsking: () => Promise<void>): Promise<Caller | undefined> {
    const hash = sessionHash(secret)
    if (!isSessionValue(secret) || unknown.has(hash)) return undefined
    const cached = known.get(hash)
    if (cached) return cached
    await beforeAsking()
    const caller = await find(hash)
    if (caller) known.set(hash, caller)
    else unknown.set(hash, true)
    return caller
  }

  return async (secret, beforeAsking) => {
    const caller = await callerOf(secret, beforeAsking)
    const { tokenId, tokenExpiresAt = 0 } = caller ?? {}
    if (!caller || tokenId === undefined || tokenExpiresAt * 1000 <= Date.now() || (await revoked.has(tokenId)))
      throw unauthorized('Your session has ended: sign in again.')
    return caller
  }
}

function askIdentity(config: GatewayConfig) {
  const { useSession } = sessionInternalOperations
  const key = secretKey(config, 'internal.key')
  return async (hash: string): Promise<Caller | undefined> => {
    const path = useSession.path.replace('{sessionHash}', hash)
    const answer = await askPeerForJson(new URL(`${path}?signedInAt=true`, config.IDENTITY_URL).href, {
      method: useSession.method,
      headers: { [principalHeader]: signAsService(key, 'gateway', useSession, { path }) },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => ({ status: 503, body: undefined }))
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw unavailable('Who you are cannot be found out at the moment: try again.')
    const { id, userId, kind, organizationId, expiresAt, signedInAt } = useSession.replies[200].parse(answer.body)
    return {
      ...{ userId, kind, scope: 'full', isSession: true, signedInAt, tokenId: id, tokenExpiresAt: expiresAt },
      ...(organizationId !== undefined && { organizationId }),
    }
  }
}
