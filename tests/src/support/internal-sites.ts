import { expect } from '@jest/globals'
import { createWorld, type Person } from '@quire/world'
import { startDnsServer } from '@quire/world/dns-server'
import { apiOf } from './api-client.ts'
import { type ConsoleBrowser, openBrowser } from './console-browser.ts'
import { signInMailTo } from './sign-in-mails.ts'
import { openSiteBrowser, type SiteBrowser } from './site-browser.ts'
import { settled, systemOf } from './system-databases.ts'

/** Programs send secrets without TLS to such a name alone. */
export const publicUrl = 'http://quire.localhost'
const host = 'handbook.acme.io'

/** A world with internal sites, the people who may read parts of them, and what their browsers do. */
export type InternalSites = Awaited<ReturnType<typeof startInternalSites>>

/**
 * Starts a world with two internal sites, beneath the public address and at a host of its own, each with a space for all
 * members and one for administrators. Ada is an administrator, Bob a reader, Gil a guest.
 */
export async function startInternalSites() {
  const dns = await startDnsServer()
  const world = await createWorld({ env: { DNS_SERVERS: dns.address, PUBLIC_URL: publicUrl } })
  const api = apiOf(world.gateways[0] ?? '', world.env)
  const person = (name: string) => world.person(`${name.toLowerCase()}@example.com`, name)
  const [ada, bob, gil] = await Promise.all([person('Ada'), person('Bob'), person('Gil')])
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Acme' } })
  const made = (operation: string, params: object, body?: object) =>
    api.made(operation, ada.token, { params: { organizationId, ...params }, ...(body && { body }) })

  async function makeSpace(title: string, word: string): Promise<string> {
    const { id: spaceId } = await made('createSpace', {}, { title })
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
    const changes = [{ operation: 'insert_page', title: `${title} page`, document: { markdown: `All about ${word}.` } }]
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
    await made('mergeChangeRequest', { spaceId, changeRequestId })
    return spaceId
  }
  async function makeSite(hostname?: string) {
    const onIt = [spaces.manual, spaces.board]
    const { id } = await made('createSite', {}, { title: 'Handbook', visibility: 'members', spaces: onIt })
    const { urls } = await made('publishSite', { siteId: id })
    if (hostname === undefined) return { id, address: String(urls.published) }
    dns.records.set(`_quire.${hostname}`, { txt: [`quire-site=${id}`] })
    await made('updateSiteById', { siteId: id }, { hostname })
    await api.send('dnsRevalidateCustomHostname', ada.token, { params: { hostname } })
    return { id, address: `http://${hostname}` }
  }
  const invited = [
    { email: bob.email, role: 'read' },
    { email: gil.email, role: null },
  ]
  await made('inviteUsersToOrganization', {}, { emails: invited })
  const [manual, board] = await Promise.all([makeSpace('Manual', 'zebras'), makeSpace('Board', 'dividends')])
  const spaces = { manual, board }
  await made('updateSpaceById', { spaceId: spaces.board }, { defaultLevel: null })
  const sites = { beneath: await makeSite(), hosted: await makeSite(host) }
  await settled(systemOf(world))

  /** Signs somebody in to the console in a new browser. */
  async function signIn({ email }: { email: string }): Promise<ConsoleBrowser> {
    const browser = openBrowser(world)
    let id = ''
    const { code } = await signInMailTo(world, email, async () => {
      id = (await browser.send('requestSignInMail', { body: { email } })).body.id
    })
    await browser.send('signInWithCode', { body: { id, code } })
    return browser
  }
  /** Asks for a page without a visit; returns the parameters with which the browser is sent to the console. */
  async function begin(browser: SiteBrowser, page: string) {
    const { status, location } = await browser.get(page)
    const { origin, pathname, searchParams } = new URL(location)
    expect([status, origin + pathname]).toEqual([303, `${publicUrl}/visit`])
    return { url: searchParams.get('to') ?? '', state: searchParams.get('state') ?? '' }
  }
  /** Does what the console does for whoever is signed in there; resolves with the address that ends the sign-in. */
  const codeFor = async (body: { url: string; state: string }, { token }: Person): Promise<string> =>
    (await api.made('createSiteVisit', token, { body })).url
  /** Opens a page of an internal site in a new browser, signed in as this person. */
  async function opened(page: string, reader: Person): Promise<SiteBrowser> {
    const browser = openSiteBrowser(world)
    const end = await browser.get(await codeFor(await begin(browser, page), reader))
    expect([end.status, end.location]).toEqual([303, page])
    return browser
  }
  async function close() {
    await world.close()
    dns.close()
  }
  return { world, api, ada, bob, gil, spaces, sites, organizationId, made, signIn, begin, codeFor, opened, close }
}
