import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time to sign in at the provider. */
const stateMinutes = 10

/** The secrets of one sign-in at the provider, all derived from its state. */
export interface OidcSecrets {
  state: string
  nonce: string
  verifier: string
}

/**
 * Begins a sign-in. Its state proves itself: random bytes, its end, and a code over both and the browser by a key of the
 * installation. So nothing is stored of a sign-in that nobody finishes.
 */
export function newState(key: KeyObject, browser: string, now: Date): OidcSecrets {
  const end = Math.floor(now.getTime() / 1000) + stateMinutes * 60
  const body = `${randomBytes(16).toString('base64url')}.${end}`
  return secretsOf(key, `${body}.${derive(key, `state ${body} ${browser}`)}`)
}

/** Returns the secrets of a state; undefined unless it is ours, of this browser, and has not ended. */
export function openState(key: KeyObject, state: string, browser: string, now: Date): OidcSecrets | undefined {
  const [random = '', end = '', code = '', ...more] = state.split('.')
  const given = Buffer.from(code)
  const wanted = Buffer.from(derive(key, `state ${random}.${end} ${browser}`))
  const isOurs = more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
  return isOurs && Number(end) * 1000 > now.getTime() ? secretsOf(key, state) : undefined
}

const secretsOf = (key: KeyObject, state: string): OidcSecrets => ({
  state,
  nonce: derive(key, `nonce ${state}`),
  verifier: derive(key, `verifier ${state}`),
})

const derive = (key: KeyObject, what: string) => createHmac('sha256', key).update(`oidc ${what}`).digest('base64url')
