import type { Logger } from '../log.ts'
import { type KeysPlace, readSigningKeys, type SigningKeys, stampOf } from './signing-keys.ts'

/** The signing keys of one process, as its files are: they may change under it at any time. */
interface KeyRing {
  /** As of the last look. */
  keys(): SigningKeys
  /** Looks at the files, and reads them where they have changed. */
  refresh(): void
}

/**
 * Reads the keys from SECRETS_DIR; throws where they cannot be used. Later files that cannot be used change nothing.
 */
export function openKeyRing(place: KeysPlace, log?: Logger): KeyRing {
  let stamp = stampOf(place)
  let keys = readSigningKeys(place)

  function read() {
    try {
      keys = readSigningKeys(place)
      log?.info({ signs: keys.current.kid, published: published(keys).map(({ kid }) => kid) }, 'signing keys changed')
    } catch (error) {
      log?.error({ err: error }, 'the changed signing keys cannot be used: those from before stay')
    }
  }

  return {
    keys: () => keys,
    refresh() {
      // Files that change while they are read are read again with the next look.
      const found = stampOf(place)
      if (found === stamp) return
      stamp = found
      read()
    },
  }
}

/** What others verify tokens with, as a JWK set has it. */
export const publicKeysOf = (keys: SigningKeys) =>
  published(keys).map(({ kid, jwk }) => ({ ...jwk, kid, use: 'sig' as const, alg: 'RS256' as const }))

/** The keys by which tokens are valid, the one in use first, each once. */
function published({ current, next, previous }: SigningKeys) {
  const all = [current, next, previous].filter((key) => key !== undefined)
  return all.filter((key, index) => all.findIndex(({ kid }) => kid === key.kid) === index)
}
