import { DisplayName, Email } from '@quire/contracts'
import { guardedClient, guardedPoster, type Logger, unavailable } from '@quire/kit'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import type { OidcConfig } from './config.ts'
import type { OidcSecrets } from './oidc-state.ts'
import { type MappedTeams, mappedTeams } from './oidc-teams.ts'

const timeoutMs = 10_000
const maxBytes = 1024 ** 2
/** The provider's addresses and settings are read again after this time. */
const discoveredForMs = 3600_000
const field = 'OIDC_ISSUER'

/** The person at the provider. */
export interface OidcPerson {
  email: string
  displayName: string | undefined
  /** The teams of the person by their groups; undefined if those decide nothing. */
  teams: MappedTeams | undefined
}

/** An answer of the provider that signs nobody in; the reason is for the log. */
export class OidcRejection extends Error {}

/** The provider of the installation. */
export interface OidcClient {
  label: string
  /** Returns the address at which a browser signs in. */
  addressFor(secrets: OidcSecrets): Promise<string>
  /** Exchanges the code of an answer, and verifies the ID token. Throws OidcRejection. */
  personOf(answer: { code: string; state: string; iss?: string | undefined }, secrets: OidcSecrets): Promise<OidcPerson>
}

const Claims = z.object({
  email: Email,
  // Who controls an address at the provider need not be who controls it.
  email_verified: z.literal(true),
  name: DisplayName.optional().catch(undefined),
})

/** Opens the provider that the settings name; undefined if they name none. */
export function openOidc(config: OidcConfig & { PUBLIC_URL: string }, log: Logger): OidcClient | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_LABEL: label } = config
  if (issuer === undefined || id === undefined || secret === undefined) return undefined
  const redirect = `${config.PUBLIC_URL}/sign-in/oidc`
  const fetch = guardedFetchOf(config)
  let discovered: { at: number; configuration: Promise<Configuration> } | undefined

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const isPlain = issuer?.startsWith('http:')
    return client.discovery(new URL(issuer ?? ''), id ?? '', {}, client.ClientSecretPost(secret), {
      // The signature of an ID token is checked although it comes over TLS.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      [client.customFetch]: fetch,
      timeout: timeoutMs / 1000,
    })
  }

  function configuration(): Promise<Configuration> {
    if (discovered && performance.now() - discovered.at < discoveredForMs) return discovered.configuration
    const configuration = discover().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'the OpenID Connect provider cannot be asked about itself')
      throw unavailable('The OpenID Connect provider does not answer as it should: try again later.', 5)
    })
    const found = { at: performance.now(), configuration }
    discovered = found
    found.configuration.catch(() => {
      if (discovered === found) discovered = undefined
    })
    return found.configuration
  }

  return {
    label,
    async addressFor({ state, nonce, verifier }) {
      const client = await import('openid-client')
      const parameters = {
        ...{ redirect_uri: redirect, scope: config.OIDC_SCOPE, state, nonce },
        ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      }
      return client.buildAuthorizationUrl(await configuration(), parameters).href
    },
    async personOf({ code, state, iss }, { nonce, verifier }) {
      const client = await import('openid-client')
      const address = new URL(redirect)
      for (const [name, value] of Object.entries({ code, state, iss }))
        if (value !== undefined) address.searchParams.set(name, value)
      const found = await configuration()
      const tokens = await client
        .authorizationCodeGrant(found, address, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        })
        .catch((cause: unknown) => {
          throw new OidcRejection(reasonOf(cause), { cause })
        })
      const said = { ...tokens.claims() }
      const claims = Claims.safeParse(said)
      if (!claims.success) throw new OidcRejection('its ID token has no address that it has verified')
      const { email, name } = claims.data
      return { email, displayName: name, teams: mappedTeams(config, said, log) }
    },
  }
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Returns a `fetch` for the requests of the client: to public addresses and those in OUTBOUND_ALLOW, within limits. */
function guardedFetchOf({ OUTBOUND_ALLOW: allow }: Pick<OidcConfig, 'OUTBOUND_ALLOW'>) {
  const json = { 'Content-Type': 'application/json' }
  return async (
    url: string,
    { method, body, headers }: { method: string; body?: unknown; headers: Record<string, string> },
  ) => {
    if (method === 'POST') {
      await using web = guardedPoster({ allow })
      const answer = await web.post(url, { field, body: String(body ?? ''), headers, maxBytes, timeoutMs })
      return new Response(new Uint8Array(answer.body), { status: answer.status, headers: json })
    }
    await using web = guardedClient({ allow })
    const answer = await web.get(url, { field, headers, maxBytes, timeoutMs, maxRedirects: 0 })
    return new Response(new Uint8Array(answer.body), { status: 200, headers: json })
  }
}
