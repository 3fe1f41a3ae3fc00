import { createPublicKey, type KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  type identityInternalOperations,
  type KeyHolder,
  KeyRoll,
  keyRollSubject,
  type sitesInternalOperations,
} from '@quire/contracts'
import {
  askPeerForJson,
  type Bus,
  isOutage,
  type Logger,
  type Loop,
  principalHeader,
  Refusal,
  secretKey,
  signAsService,
  startLoop,
  unavailable,
} from '@quire/kit/edge'
import type { GatewayConfig } from '../config.ts'
import { certainForMs, type Peers } from '../peers/peers.ts'

/** Minimum time between two fetches, so that made-up key ids cost the keys' owner nothing. */
const fetchEveryMs = 10_000
/** Minimum time if a change of keys may have been missed; then tokens of a new key wait for the next fetch. */
const fetchSoonMs = 500
const timeoutMs = 5000

/** The service that signs a kind of token and publishes the keys. */
interface TokenIssuer {
  operation: typeof identityInternalOperations.getSigningKeys | typeof sitesInternalOperations.getSiteSigningKeys
  /** Base URL of the operation's owner. */
  url: string
}

/** The public keys of one kind of token. */
export interface TokenKeys {
  /** Fetches the keys again for an unknown id, within bounds; undefined if there is no such key. */
  find(id: string): Promise<KeyObject | undefined>
  /** True if tokens of this key are accepted. */
  has(id: string): boolean
  ids(): string[]
  /** Fetches the keys unless they are those with the `published` ids. */
  ensureKeys(published: string[]): Promise<void>
  isLoaded(): boolean
  stop(): Promise<void>
}

/**
 * Caches the keys of an issuer. Withdrawn keys are not accepted after 10 s at most; identity's keys are also updated by
 * its roll call.
 */
export async function openTokenKeys(
  config: GatewayConfig,
  issuer: TokenIssuer,
  { uncertainMs, certainSince }: Pick<Peers, 'uncertainMs' | 'certainSince'>,
  log: Logger,
): Promise<TokenKeys> {
  let keys = new Map<string, KeyObject>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | undefined

  function refresh(minIntervalMs: number) {
    const isDue = performance.now() - fetchedAt >= (keys.size === 0 ? fetchSoonMs : minIntervalMs)
    if (!fetching && isDue) {
      fetchedAt = performance.now()
      fetching = fetchKeys(config, issuer)
        .then((fetched) => {
          keys = fetched
        })
        .catch((error) =>
          log[isOutage(error) || error instanceof Refusal ? 'debug' : 'error'](
            { err: error },
            `${issuer.operation.owner} gave no keys`,
          ),
        )
        .finally(() => {
          fetching = undefined
        })
    }
    return fetching ?? Promise.resolve()
  }

  /** Fetches the current keys as soon as the minimum time has passed, with one fetch for all waiting requests. */
  let soon: Promise<void> | undefined
  function refreshSoon() {
    soon ??= (fetching ?? Promise.resolve())
      .then(() => setTimeout(Math.max(0, fetchedAt + fetchSoonMs - performance.now())))
      .then(() => {
        soon = undefined
        return refresh(0)
      })
    return soon
  }

  /** True if this gateway was disconnected for a time: nobody waited for it before a new key came into use. */
  const mayHaveMissedKeys = () => uncertainMs() >= certainForMs || fetchedAt < certainSince()

  await refresh(fetchEveryMs)
  const everyMs = () => (keys.size === 0 ? fetchSoonMs : fetchEveryMs)
  const loop: Loop = startLoop({ name: `token keys of ${issuer.operation.owner}`, everyMs, log }, () =>
    refresh(fetchSoonMs),
  )
  return {
    async find(id) {
      if (!keys.has(id)) await (mayHaveMissedKeys() ? refreshSoon() : refresh(fetchEveryMs))
      return keys.get(id)
    },
    has: (id) => keys.has(id),
    ids: () => [...keys.keys()],
    async ensureKeys(published) {
      const isSame = () => published.length === keys.size && published.every((id) => keys.has(id))
      // A fetch that began earlier may return the keys that were published earlier.
      if (!isSame()) await fetching
      if (!isSame()) await refresh(0)
    },
    isLoaded: () => keys.size > 0,
    stop: loop.stop,
  }
}

async function fetchKeys(config: GatewayConfig, { operation, url }: TokenIssuer): Promise<Map<string, KeyObject>> {
  const { id, owner, method, path } = operation
  const principal = signAsService(secretKey(config, 'internal.key'), 'gateway', operation, { path })
  const answer = await askPeerForJson(new URL(path, url).href, {
    method,
    headers: { [principalHeader]: principal },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status === 503) throw unavailable(`${owner} has no keys yet.`)
  if (answer.status !== 200) throw new Error(`${owner} answered ${answer.status} to ${id}`)
  const set = operation.replies[200].parse(answer.body)
  return new Map(set.keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

/**
 * Answers identity's roll call with the keys that this gateway has, after fetching the missing ones. Identity uses a new
 * key once all gateways have confirmed that they have it.
 */
export function answerKeyRoll(bus: Bus, keys: TokenKeys, { id, known }: Peers, log: Logger): void {
  async function answer(published: string[]): Promise<KeyHolder> {
    await keys.ensureKeys(published)
    return { id, role: 'gateway', kids: keys.ids(), peers: known() }
  }

  bus.connection.subscribe(bus.subject(keyRollSubject), {
    callback: (error, message) => {
      if (error) return
      const roll = KeyRoll.safeParse(message.json())
      if (!roll.success) return log.warn('a call of the roll of keys was not understood')
      void answer(roll.data.kids).then((holder) => message.respond(JSON.stringify(holder)))
    },
  })
}
