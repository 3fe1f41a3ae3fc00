import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '@quire/world'
import type { ConsoleBrowser } from './console-browser.ts'
import { type InternalSites, publicUrl } from './internal-sites.ts'
import { redirectUri } from './mcp-program.ts'
import { fetchIn } from './site-browser.ts'

const verifierFor = (seed: string) => createHash('sha256').update(seed).digest('base64url')
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The fields of answers that the tests read. */
type Said = Record<'client_id' | 'client_name' | 'error' | 'access_token' | 'refresh_token', string>
const readJson = async (response: Response): Promise<Said> => JSON.parse(await response.text())

/** Returns the requests of a program that asks for the permission to read internal sites. */
export function programCalls(all: InternalSites) {
  const fetchThere = fetchIn(all.world)
  const post = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    fetchThere(`${publicUrl}${path}`, { method: 'POST', body, headers })
  const sendForm = (path: string, fields: Record<string, string>) => post(path, new URLSearchParams(fields))

  async function register(redirect_uris = [redirectUri], client_name = 'Script') {
    const body = JSON.stringify({ client_name, redirect_uris, application_type: 'native' })
    return readJson(await post('/v1/oauth/clients', body, { 'content-type': 'application/json' }))
  }

  const browsers = new Map<Person, ConsoleBrowser>()
  /** Returns a browser in which the person has signed in to the console, the same one each time. */
  async function browserOf(person: Person): Promise<ConsoleBrowser> {
    const browser = browsers.get(person) ?? (await all.signIn(person))
    browsers.set(person, browser)
    return browser
  }

  /** Lets a program in, in a browser or in one of a person; resolves with the form that exchanges its code. */
  async function allowed(
    by: Person | ConsoleBrowser,
    resource = `${all.sites.beneath.address}/-/mcp`,
    redirect = redirectUri,
  ) {
    const { client_id: clientId } = await register([redirect])
    const verifier = verifierFor(randomBytes(8).toString('hex'))
    const body = {
      ...{ clientId, redirectUri: redirect, responseType: 'code', resource, codeChallengeMethod: 'S256' },
      codeChallenge: challengeOf(verifier),
    }
    const browser = 'send' in by ? by : await browserOf(by)
    const { url } = (await browser.send('allowProgram', { body })).body
    return {
      ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirect, code_verifier: verifier },
      ...{ code: new URL(url).searchParams.get('code') ?? '', resource },
    }
  }

  const exchange = async (form: Record<string, string>) => {
    const response = await sendForm('/v1/oauth/tokens', form)
    return { status: response.status, headers: response.headers, body: await readJson(response) }
  }

  const refreshOf = (form: { client_id: string }, refresh_token: string) =>
    exchange({ grant_type: 'refresh_token', client_id: form.client_id, refresh_token })

  /** The status of a message to an MCP server with this token. */
  async function statusWith(token: string | undefined, address = `${all.sites.beneath.address}/-/mcp`) {
    const { status } = await fetchThere(address, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    return status
  }
  return { fetchThere, sendForm, register, browserOf, allowed, exchange, refreshOf, statusWith }
}
