import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The address at which the tests' programs wait for permissions, on the person's own device. */
export const redirectUri = 'http://localhost:3118/callback'

/** What the console sends for a person who is asked at this address. */
export function requestIn(address: string) {
  const asked = Object.fromEntries(new URL(address).searchParams)
  return {
    ...{ clientId: asked.client_id, redirectUri: asked.redirect_uri, responseType: asked.response_type },
    ...{ codeChallenge: asked.code_challenge, codeChallengeMethod: asked.code_challenge_method },
    ...{ resource: asked.resource, ...(asked.state !== undefined && { state: asked.state }) },
  }
}

/** A program that stores what the official client gives it, as long as it runs. */
export function openProgram(fetchThere: (url: string | URL, init?: RequestInit) => Promise<Response>) {
  const stored = new Map<string, unknown>()
  const asked: URL[] = []
  const storing = (name: string) => (value: unknown) => void stored.set(name, value)
  const reading = (name: string) => () => stored.get(name) as never
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Helper', redirect_uris: [redirectUri] },
    state: () => 'of this program',
    clientInformation: reading('client'),
    saveClientInformation: storing('client'),
    tokens: reading('tokens'),
    saveTokens: storing('tokens'),
    codeVerifier: reading('verifier'),
    saveCodeVerifier: storing('verifier'),
    discoveryState: reading('discovery'),
    saveDiscoveryState: storing('discovery'),
    redirectToAuthorization: (address) => void asked.push(address),
  }
  const connect = async (address: string) => {
    const client = new Client({ name: 'helper', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(address), {
      authProvider: provider,
      fetch: fetchThere as never,
    })
    return { client, transport, done: client.connect(transport) }
  }
  return { asked, connect }
}
