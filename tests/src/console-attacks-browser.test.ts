import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { askAsSession, frame, sendForm, startForeignHost } from './console/foreign-host.ts'
import { openAda } from './console/sign-in-by-mail.ts'
import { hostileFiles, hostileTexts } from './visitors/hostile-pages.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000
const console = 'http://quire.localhost'
const [neighbour, stranger] = ['docs.quire.localhost', 'www.evil.example']

let users: ConsoleUsers
let foreign: Awaited<ReturnType<typeof startForeignHost>>
/** The console of an administrator, who opens other pages in the same browser. */
let ada: ConsolePage
/** The path of a published page on the host of the console. */
let published: string

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    foreign = await startForeignHost()
    // Browsers send cookies to all ports of a host.
    const names = [`quire.localhost:${foreign.port}`, neighbour, stranger]
    users = await startConsoleUsers({}, [], [], Object.fromEntries(names.map((name) => [name, foreign.address])))
    ada = await openAda(users)
    published = await publishHostile()
  }, startMs)
  afterAll(async () => {
    await users?.close()
    foreign?.stop()
  })

  describe('whoever has the console open', beingAttacked)
}

/** Ways in which a text names an operation that changes something, or reads it. */
const aimedAt = (operation: string) => [
  `![x](${operation})\n\n<img src="${operation}">\n\n[x](${operation})`,
  `<form id="aimed" action="${operation}" method="post"><input name="title" value="Stolen"><button>Go</button></form>`,
  `<button formaction="${operation}" formmethod="post" form="aimed">Go</button>`,
  `<iframe src="${operation}"></iframe>\n\n<iframe src="/o/${users.organizationId}"></iframe>`,
  `<a href="${operation}" class="button primary">Go</a>`,
  `{% embed url="${operation}" %}\n\n{% file src="${operation}" %}`,
  `<script>fetch("${operation}", { method: "POST", credentials: "include" })</script>`,
]

/** Publishes pages that aim at operations of the interface, beside all that hostile texts have. */
async function publishHostile(): Promise<string> {
  const { made, organizationId } = users
  const { id: spaceId } = await made('createSpace', {}, { title: 'Hostile' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const operations = ['/v1/user', `/v1/orgs/${organizationId}/teams`, `${console}/v1/user/tokens`]
  const texts = { aimed: operations.flatMap(aimedAt).join('\n\n'), ...hostileTexts }
  const files = hostileFiles.map(({ text, ...file }) => ({ ...file, base64: Buffer.from(text).toString('base64') }))
  const changes = [
    ...Object.entries(texts).map(([slug, markdown]) => ({
      ...{ operation: 'insert_page', title: slug, slug, document: { markdown } },
    })),
    { operation: 'insert_files', files },
  ]
  for (const change of changes)
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes: [change] }, { compat: 'false' })
  await made('mergeChangeRequest', { spaceId, changeRequestId })
  const { id: siteId } = await made('createSite', {}, { title: 'Hostile', spaces: [spaceId] })
  return new URL((await made('publishSite', { siteId })).urls.published).pathname
}

/** Everything that the attacks aim at, as it is. */
const possessions = async () => [
  (await users.made('listTeamsInOrganizationById')).items,
  (await users.made('listAccessTokensForAuthenticatedUser')).items,
  (await users.made('getAuthenticatedUser')).displayName,
]

function beingAttacked() {
  test.each(['aimed', ...Object.keys(hostileTexts)])(
    'reads a published page beside it, “%s”, that gets nothing from the interface and asks nobody else, whatever is pressed',
    async (slug) => {
      const before = await possessions()
      const tab = await users.open()
      const asked: string[] = []
      const given: number[] = []
      const pathOf = (url: string) => new URL(url).pathname
      tab.page.on('request', (request) => {
        const isOfSite =
          request.url().startsWith(`${console}${published}`) || pathOf(request.url()).startsWith('/sites/-/')
        if (!isOfSite) asked.push(request.url())
      })
      tab.page.on('response', (response) => {
        if (pathOf(response.url()).startsWith('/v1/')) given.push(response.status())
      })
      // What only the policy of the page blocks counts as let through.
      await tab.page.setBypassCSP(true)
      await tab.goto(`${published}/${slug === 'aimed' ? '' : slug}`)
      await tab.page.evaluate(pressAll)
      await tab.page.waitForNetworkIdle()
      const others = asked.filter((url) => !url.startsWith('data:') && !url.startsWith(`${console}/v1/`))
      expect([others, given.filter((status) => status < 400)]).toEqual([[], []])
      expect(await possessions()).toEqual(before)
      await tab.page.close()
    },
  )

  const places = [
    ['a foreign host', () => `http://${stranger}/`],
    ['a host beside the console’s, which browsers take for the same site', () => `http://${neighbour}/`],
    ['another port of its host, which gets its cookies', () => `http://quire.localhost:${foreign.port}/`],
    ['a published page of its host', () => `${console}${published}`],
    ['an answer of the interface', () => `${console}/v1/user`],
  ] as const

  test.each(places)('runs a script on %s that reads and changes nothing by the session', async (_, address) => {
    const before = await possessions()
    const tab = await openAttack(address())
    const read = await tab.page.evaluate(askAsSession, console, users.organizationId)
    expect(read.filter((answer) => secrets.test(answer))).toEqual([])
    for (const path of targets()) {
      await tab.page.evaluate(sendForm(`${console}${path}`, 'framed'))
      await tab.page.waitForNetworkIdle()
    }
    expect(await possessions()).toEqual(before)
    await tab.page.close()
  })

  test.each(places)('is led by a form on %s to a refusal, and loses nothing', async (_, address) => {
    const before = await possessions()
    const tab = await openAttack(address())
    for (const path of targets()) {
      await tab.page.goto(address())
      const [answer] = await Promise.all([
        tab.page.waitForNavigation(),
        tab.page.evaluate(sendForm(`${console}${path}`, '_self')),
      ])
      expect([answer?.url(), Number(answer?.status()) >= 400]).toEqual([`${console}${path}`, true])
    }
    expect(await possessions()).toEqual(before)
    await tab.page.close()
  })

  test.each(places)(
    'is shown the console in no frame of %s, and in no window that it can look into',
    async (_, address) => {
      const tab = await openAttack(address())
      for (const path of ['/', `/o/${users.organizationId}`, '/v1/user'])
        await tab.page.evaluate(frame(`${console}${path}`))
      await tab.page.waitForNetworkIdle()
      // A frame that the answer forbids shows an error of the browser instead.
      const framed = tab.page.frames().filter((one) => one !== tab.page.mainFrame())
      expect(framed.map((one) => one.url())).toEqual(Array(3).fill('chrome-error://chromewebdata/'))
      const browser = tab.page.browser()
      const before = new Set(browser.targets())
      await tab.page.evaluate(`globalThis.opened = open('${console}/o/${users.organizationId}')`)
      const target = await browser.waitForTarget((one) => one.type() === 'page' && !before.has(one))
      const opened = await target.page()
      await opened?.waitForSelector('::-p-aria([name="Acme"][role="heading"])')
      expect(await tab.page.evaluate('try { opened.document.body.innerText } catch { "closed" }')).toBe('closed')
      await opened?.close()
      await tab.page.close()
    },
  )

  test('goes on in the console as if nothing had been', async () => {
    await ada.page.reload()
    await ada.sees('heading', 'Acme')
  })
}

/** Opens a page on which scripts run whatever its policy says: the attack is the script that no policy has kept away. */
async function openAttack(address: string): Promise<ConsolePage> {
  const tab = await users.open()
  await tab.page.setBypassCSP(true)
  await tab.page.goto(address)
  return tab
}

/** The paths of operations that make something of the person's. */
const targets = () => [`/v1/orgs/${users.organizationId}/teams`, '/v1/user/tokens']

/** Matches what only the holder of the session may see: their address, whatever has an id, and the key of the console. */
const secrets = /ada@example\.com|"id":|name="quire-key" content="[^"]/

/** Sends every form of a page, and presses every button but those that ask others for something, which a reader decides. */
const pressAll = `{
  for (const form of document.querySelectorAll('main form')) form.requestSubmit()
  for (const button of document.querySelectorAll('main button')) {
    const { frame = '', picture = '' } = button.dataset
    if (!/^https?:/.test(frame + picture) || (frame + picture).startsWith(location.origin)) button.click()
  }
}`
