import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { identityProvider } from '@quire/world/identity-provider'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda, signInByMail } from './console/sign-in-by-mail.ts'
import { by, keys } from './console-ways/hands.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let website: Awaited<ReturnType<typeof startHeldWebsite>>
let users: ConsoleUsers
let ada: ConsolePage
/** The path of a screen of the organization. */
const at = (path: string) => `/o/${users.organizationId}${path}`
/** Answers the question that is asked before something is done. */
const confirm = (button: string) => ada.clickOn(`[role=dialog] ::-p-aria([name="${button}"][role="button"])`)
const noDialog = () => ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    website = await startHeldWebsite()
    users = await startConsoleUsers({}, [website.host])
    ada = await openAda(users)
  }, startMs)
  afterAll(async () => {
    await users?.close()
    website?.stop()
  })

  describe('who administers an organization', administering)
}

function administering() {
  test('a member who is disabled has no access from that moment on, and has it again once enabled', async () => {
    const grace = await users.openApart()
    await grace.goto(at(''))
    await signInByMail(users, grace, 'grace@example.com')
    await grace.sees('link', 'Handbook')
    await ada.goto(at(`/members/${users.grace}`))
    await ada.click('button', 'Disable')
    await ada.reads('A disabled member sees nothing.')
    await grace.goto(at(''))
    await grace.sees('heading', 'Not found')
    await ada.click('button', 'Enable')
    await ada.sees('button', 'Disable')
    await grace.goto(at(''))
    await grace.sees('link', 'Handbook')
    await grace.forget()
    await grace.page.close()
  })

  test('a specification that is pasted is read, has a version, and is deleted by whoever types its name', async () => {
    await ada.goto(at('/specifications'))
    await ada.click('button', 'New specification')
    await ada.fill('Name', 'payments')
    await ada.click('button', 'As a file or text')
    const source = { openapi: '3.1.0', info: { title: 'Payments', version: '1' }, paths: {} }
    await ada.fill('Text, in JSON or YAML', JSON.stringify(source))
    await ada.click('button', 'Create')
    await ada.sees('heading', 'payments')
    await ada.reads('Up to date')
    await ada.reads('Latest')
    await ada.click('button', 'Delete the specification')
    await ada.fill('Type payments to confirm', 'payments')
    await confirm('Delete the specification')
    await ada.sees('heading', 'There are no specifications yet')
  })

  test('single sign-on is set up with what the provider says, tried, demanded, and removed', async () => {
    const { entityID, ssoURL, certificate } = (await identityProvider('mills')).settings
    await ada.goto(at('/single-sign-on'))
    await ada.sees('heading', 'Single sign-on')
    const demand = () =>
      ada.page.$eval('main ::-p-aria([name="Demand single sign-on"][role="button"])', (button) => ({
        isPossible: !(button as unknown as { disabled: boolean }).disabled,
      }))
    expect(await demand()).toEqual({ isPossible: false })
    await ada.click('button', 'Add a provider')
    await ada.fill('Name', 'Okta')
    await confirm('Add a provider')
    await ada.sees('heading', 'Okta')
    await ada.reads('Incomplete')
    await ada.fill('Sign-in address of the provider', ssoURL)
    await ada.fill('Entity ID of the provider', entityID)
    await ada.fill('Certificate', 'nothing of the kind')
    await ada.click('button', 'Save')
    await ada.page.waitForSelector('textarea[aria-invalid=true]')
    // At once, as it is pasted.
    await keys(ada).write(by('textbox', 'Certificate'), certificate)
    await ada.click('button', 'Save')
    await ada.reads('Active')
    // The trial leads to the page that names the provider.
    const start = await ada.page.$eval('main a[target=_blank]', (link) => String(link.getAttribute('href')))
    const trial = await users.open()
    await trial.goto(new URL(start).pathname)
    await trial.reads('signs people in at mills.example.com')
    await trial.page.close()
    await ada.click('button', 'Demand single sign-on')
    await ada.reads('All members but administrators lose access')
    await confirm('Demand single sign-on')
    await ada.sees('button', 'Demand it no longer')
    await ada.click('button', 'Demand it no longer')
    await ada.reads('Members may sign in through a provider, or otherwise.')
    await ada.click('button', 'Remove the provider')
    await ada.reads('Everybody who came through it is signed out at once.')
    await confirm('Remove the provider')
    await noDialog()
    await ada.page.waitForFunction(`![...document.querySelectorAll('main h2')].some((one) => one.innerText === 'Okta')`)
  })

  test('the audit log is narrowed to an action, a person and a day, and exported as it is shown', async () => {
    const created = await users.made('createOrganizationTeam', {}, { title: 'Writers' })
    await users.made('removeTeamFromOrganizationById', { teamId: created.id })
    await ada.goto(at('/audit-log'))
    await ada.sees('heading', 'Audit log')
    const labels = async () =>
      (await ada.page.$$eval('main li button[aria-expanded]', (all) => all.map((one) => one.ariaLabel))) as string[]
    await ada.sees('button', 'Details: Team deleted')
    await ada.pick('Action', 'createOrganizationTeam')
    await ada.page.waitForFunction(`!document.querySelector('[aria-label="Details: Team deleted"]')`)
    expect(new Set(await labels())).toEqual(new Set(['Details: Team created']))
    await ada.click('button', 'Details: Team created')
    await ada.reads('Writers')
    await ada.click('button', 'Only by Ada')
    await ada.sees('button', 'Who: Ada')
    const files = await downloads()
    await ada.click('button', 'Export')
    const [event, ...others] = (await files.text('audit-log.jsonl')).trim().split('\n')
    expect([JSON.parse(event ?? '').action, others]).toEqual(['createOrganizationTeam', []])
    await ada.click('button', 'Who: Ada')
    await ada.pick('Action', '')
    await ada.sees('button', 'Details: Team deleted')
    // A picker of days has keys of its own for each part; the address of the screen has the same filter.
    await ada.goto(at('/audit-log?to=2020-01-01'))
    await ada.reads('Nothing was recorded that fits.')
  })

  /** Lets the tab save files; `text` resolves with the text of one as soon as it is there. */
  async function downloads() {
    const folder = join(users.world.env.MAIL_DIR ?? '', 'downloads')
    const session = await ada.page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, eventsEnabled: true })
    const isSaved = new Promise<void>((resolve) => {
      session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve())
    })
    return {
      async text(name: string): Promise<string> {
        await isSaved
        expect(await readdir(folder)).toContain(name)
        return readFile(join(folder, name), 'utf8')
      },
    }
  }

  test('an MCP server is added with a header, whose value only the form shows again, and changed', async () => {
    const { id: siteId } = await users.made('createSite', {}, { title: 'Docs', spaces: [users.spaceId] })
    const servers = async () => (await users.made('listSiteMcpServers', { siteId })).items
    await ada.goto(at(`/sites/${siteId}/mcp`))
    await ada.click('button', 'Add a server')
    await ada.fill('Name', 'Weather')
    await ada.fill('Address', 'https://mcp.example/')
    await ada.pick('Transport', 'sse')
    await ada.click('button', 'Add a header')
    await ada.fill('Header 1', 'X-Key')
    await ada.fill('Value 1', 'sesame')
    await confirm('Save')
    await noDialog()
    await ada.reads('https://mcp.example/ · 1 header')
    expect(await ada.page.content()).not.toContain('sesame')
    await ada.click('button', 'Edit Weather')
    await ada.fill('Name', 'Weather of today')
    await confirm('Save')
    await ada.sees('button', 'Remove Weather of today')
    expect(await servers()).toMatchObject([
      { name: 'Weather of today', url: 'https://mcp.example/', transport: 'sse', headers: { 'X-Key': 'sesame' } },
    ])
  })

  test('where the settings are a row that scrolls, the current one is in view, also if the window was wide before', async () => {
    await ada.goto(at('/settings'))
    await ada.sees('heading', 'Settings of the organization')
    await ada.page.setViewport({ width: 360, height: 800 })
    await ada.page.waitForFunction(`(() => {
      const current = document.querySelector('nav[aria-label="Administration"] [aria-current]')
      const { left, right } = current.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })()`)
    await ada.page.setViewport({ width: 1300, height: 900 })
  })

  test('an import is under way until its source has answered, and says so to screen readers too', async () => {
    await ada.goto(at('/imports/new'))
    await ada.click('radio', 'Website The pages under an address, as anybody can read them.')
    await ada.fill('Address of the website', website.address)
    await ada.fill('Title of the space', 'Machines')
    await ada.click('button', 'Start the import')
    await ada.sees('heading', 'Import into Machines')
    await ada.sees('progressbar', 'Reading the source')
    await ada.reads('It goes on if you leave this page.')
    website.answer()
    await ada.reads('Completed')
    expect(await ada.page.$('progress')).toBeNull()
    await ada.clickOn('main ::-p-aria([name="Open the space"][role="link"])')
    await ada.reads('They turn.')
  })
}

/** Starts a website of one page that answers no request before `answer` is called. */
async function startHeldWebsite() {
  const { promise: isLetGo, resolve: answer } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void isLetGo.then(() => {
      const isPage = request.url === '/'
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isPage && '<!doctype html><title>Gears</title><main><h1>Gears</h1><p>They turn.</p></main>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    answer,
    host,
    address: `http://${host}/`,
    stop() {
      answer()
      server.close()
      server.closeAllConnections()
    },
  }
}
