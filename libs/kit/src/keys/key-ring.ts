import type { Logger } from '../log.ts'
import { type KeysLocation, readSigningKeys, type SigningKeys, stampOf } from './signing-keys.ts'

/** The signing keys of one process, read from files that may change at any time. */
interface KeyRing {
  /** The keys as of the last refresh. */
  keys(): SigningKeys
  /** Reads the files if they have changed. */
  refresh(): void
}

/**
 * Reads the keys from SECRETS_DIR; throws if they cannot be used. Later files that cannot be used change nothing.
 */
export function openKeyRing(location: KeysLocation, log?: Logger): KeyRing {
  let stamp = stampOf(location)
  let keys = readSigningKeys(location)

  function read() {
    try {
      keys = readSigningKeys(location)
      log?.info({ signs: keys.current.kid, published: published(keys).map(({ kid }) => kid) }, 'signing keys changed')
    } catch (error) {
      log?.error({ err: error }, 'the changed signing keys cannot be used: those from before stay')
    }
  }

  return {
    keys: () => keys,
    refresh() {
      // Files that change while they are read are read again with the next refresh.
      const found = stampOf(location)
      if (found === stamp) return
      stamp = found
      read()
    },
  }
}

/** The public keys that verify tokens, as entries of a JWK set. */
export const publicKeysOf = (keys: SigningKeys) =>
  published(keys).map(({ kid, jwk }) => ({ ...jwk, kid, use: 'sig' as const, alg: 'RS256' as const }))

/** The keys that sign valid tokens, the one in use first, each once. */
function published({ current, next, previous }: SigningKeys) {
  const all = [current, next, previous].filter((key) => key !== undefined)
  return all.filter((key, index) => all.findIndex(({ kid }) => kid === key.kid) === index)
}
