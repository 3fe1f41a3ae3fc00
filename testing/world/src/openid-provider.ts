import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** What the provider says of a person. */
interface OpenIdAccount {
  email?: string
  email_verified?: boolean
  name?: string
  /** Groups, and whatever providers say in their place. */
  [claim: string]: unknown
}

const client = { id: 'quire', secret: 'a-secret-of-the-client' }

/** Starts a real OpenID Connect provider at which whoever comes is signed in as `account` at once. */
export async function startOpenIdProvider(redirect: string) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let account: OpenIdAccount = {}
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' } as never] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hasgroups'] },
    // The claims are in the ID token, as providers of companies have them.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['a-key'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...account }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: client.id,
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    const login = { accountId: `person-${Math.random()}`, remember: false }
    void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  })
  return {
    /** The settings of an installation with this provider. */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    },
    /** Decides as whom the next browser signs in. */
    comesAs(next: OpenIdAccount) {
      account = next
    },
    /** Signs in at an address of the provider, as a browser; resolves with the parameters that it is sent back with. */
    async signIn(address: string, as: OpenIdAccount): Promise<URLSearchParams> {
      account = as
      const cookies = new Map<string, string>()
      for (let next = new URL(address); ; ) {
        if (next.href.startsWith(redirect)) return next.searchParams
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`${next.pathname} answered ${answer.status}: ${await answer.text()}`)
        next = new URL(location, issuer)
      }
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>
