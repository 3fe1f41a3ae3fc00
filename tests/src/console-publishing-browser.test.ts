import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type DnsServer, startDnsServer } from '@quire/world/dns-server'
import jwt from 'jsonwebtoken'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda, signInByMail } from './console/sign-in-by-mail.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000
/** A host of a site's own. */
const host = 'docs.acme.example'
const audiences = {
  members:
    'Whoever may read it in the organization Members and guests open it with the sign-in of this console, and see the parts that they may read.',
  visitors: 'Visitors who sign in A system of yours signs visitors in, and vouches for them with a signed token.',
}

let dns: DnsServer
let users: ConsoleUsers
let ada: ConsolePage
/** The path of a screen of the organization. */
const at = (path: string) => `/o/${users.organizationId}${path}`

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    dns = await startDnsServer()
    users = await startConsoleUsers({ DNS_SERVERS: dns.address }, [], [host])
    ada = await openAda(users)
  }, startMs)
  afterAll(async () => {
    await users?.close()
    dns?.close()
  })

  describe('who publishes a site', publishing)
}

/** Makes a published site of the handbook; returns its id and the path of its first page. */
async function publish(title: string): Promise<{ siteId: string; path: string; address: string }> {
  const { id: siteId } = await users.made('createSite', {}, { title, spaces: [users.spaceId] })
  const { urls } = await users.made('publishSite', { siteId })
  return { siteId, path: new URL(urls.published).pathname, address: urls.published }
}

/** Reads an address of the installation as a visitor does, without a browser. */
const statusOf = async (path: string) =>
  (await fetch(`${users.world.gateways[0]}${path}`, { redirect: 'manual' })).status

const fieldOf = (name: string) =>
  ada.page.$eval(
    `::-p-aria([name="${name}"][role="textbox"])`,
    (field) => (field as unknown as { value: string }).value,
  )

function publishing() {
  test('a site for the organization leads to the entrance, then to the wanted page, and those outside to nothing', async () => {
    const { siteId, path } = await publish('For members')
    await ada.goto(at(`/sites/${siteId}/audience`))
    await ada.click('radio', audiences.members)
    await ada.click('button', 'Save')
    await ada.page.waitForSelector('main button[type=submit]:disabled')
    const grace = await users.openApart()
    await grace.goto(`${path}/cranks`)
    await signInByMail(users, grace, 'grace@example.com')
    await grace.reads('Turn it.')
    expect(await grace.path()).toBe(`${path}/cranks`)
    await grace.forget()
    await users.world.person('olga@example.com', 'Olga')
    await grace.goto(path)
    await signInByMail(users, grace, 'olga@example.com')
    await grace.sees('heading', 'Open the site')
    await grace.reads('You are signed in as olga@example.com.')
    await grace.click('button', 'Sign out')
    await signInByMail(users, grace, 'grace@example.com')
    await grace.reads('Oil the spring every week.')
    await grace.forget()
    await grace.page.close()
  })

  test('a site for visitors who sign in leads them to the sign-in page, and opens with a token of its key until there is a new key', async () => {
    const { siteId, path, address } = await publish('For customers')
    const login = await startLogin(address)
    await ada.goto(at(`/sites/${siteId}/audience`))
    await ada.click('radio', audiences.visitors)
    await ada.click('button', 'Save')
    await ada.fill('Sign-in page', login.address)
    await ada.clickOn('form:has(input[type=url]) button[type=submit]')
    await ada.page.waitForSelector('form:has(input[type=url]) button[type=submit]:disabled')
    await ada.click('button', 'Show the key')
    await ada.sees('textbox', 'Key of the site')
    login.key = await fieldOf('Key of the site')
    const visitor = await users.openApart()
    await visitor.goto(`${path}/cranks`)
    await visitor.reads('Turn it.')
    expect([await visitor.path(), login.wanted]).toEqual([`${path}/cranks`, ['/cranks']])
    await ada.click('button', 'Make a new key')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Make a new key"][role="button"])')
    await ada.page.waitForFunction(
      `[...document.querySelectorAll('input[readonly]')].some(({ value }) => value.length > 9 && value !== ${JSON.stringify(login.key)})`,
    )
    login.key = undefined
    await visitor.goto(path)
    await visitor.reads('Who are you?')
    await visitor.forget()
    await visitor.page.close()
    login.stop()
  })

  test('a host has its record and its state shown, and leads to the site once DNS proves whose it is', async () => {
    const { siteId } = await publish('With a host')
    await ada.goto(at(`/sites/${siteId}/domain`))
    await ada.fill('Host', host)
    await ada.click('button', 'Save')
    await ada.reads('Waiting for DNS')
    const [name, value] = [await fieldOf('Name'), await fieldOf('Value')]
    expect([name, value]).toEqual([`_quire.${host}`, `quire-site=${siteId}`])
    await ada.click('button', 'Check now')
    await ada.reads('There is no record yet.')
    dns.records.set(name, { txt: [value] })
    await ada.click('button', 'Check now')
    await ada.reads('Verified')
    await ada.reads('The site is read at this host. Keep the record.')
    expect(await ada.page.$('::-p-aria([name="Check now"][role="button"])')).toBeNull()
    const visitor = await users.open()
    await visitor.page.goto(`http://${host}/cranks`)
    await visitor.reads('Turn it.')
    await visitor.page.close()
  })

  test('a site is unpublished after a question, which nobody reads then, and published again', async () => {
    const { siteId, path } = await publish('Off and on')
    await ada.goto(at(`/sites/${siteId}/settings`))
    await ada.reads('Published')
    expect(await statusOf(path)).toBe(200)
    await ada.click('button', 'Unpublish')
    await ada.reads('Unpublish Off and on?')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Unpublish"][role="button"])')
    await ada.reads('Not published')
    expect(await statusOf(path)).toBe(404)
    await ada.click('button', 'Publish')
    await ada.sees('button', 'Unpublish')
    expect(await statusOf(path)).toBe(200)
  })

  test('a site begins with a template, whose pages are in a space of the same name', async () => {
    await ada.goto(at('/sites/new'))
    await ada.click('button', 'A template')
    await ada.click('radio', 'Changelog Releases, newest first, and a form for the notes on each.')
    await ada.click('button', 'Next')
    await ada.fill('Title', 'What is new')
    await ada.click('button', 'Next')
    await ada.reads('Changelog')
    await ada.click('button', 'Create and publish')
    await ada.sees('heading', 'The site is published')
    expect(await statusOf(new URL(await fieldOf('Address')).pathname)).toBe(200)
    await ada.sees('link', 'What is new')
  })
}

/** Starts a system that signs visitors of a site in without asking, as long as it has the key of the site. */
async function startLogin(site: string) {
  const login = { key: undefined as string | undefined, wanted: [] as string[], address: '', stop: () => {} }
  const server = createServer(({ url = '' }, response) => {
    if (login.key === undefined) return void response.end('Who are you?')
    const wanted = new URL(url, site).searchParams.get('location') ?? ''
    login.wanted.push(wanted)
    const token = jwt.sign({ plan: 'pro' }, login.key, { algorithm: 'HS256', expiresIn: '1h' })
    response.writeHead(302, { location: `${site}${wanted}?jwt_token=${token}` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  login.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`
  login.stop = () => void server.close().closeAllConnections()
  return login
}
