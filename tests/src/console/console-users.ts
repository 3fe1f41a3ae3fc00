import { openBrowser, type Page } from '@quire/browser'
import { createWorld, type World } from '@quire/world'
import { startOpenIdProvider } from '@quire/world/openid-provider'
import { apiOf } from '../support/api-client.ts'
import { indexed, settled, systemOf } from '../support/system-databases.ts'
import { clickUntilHit } from './click-until-hit.ts'

/** An origin that browsers trust without TLS, so that they say how a page was opened. */
const origin = 'http://quire.localhost'
/** The host of the OpenID Connect provider. */
const openIdHost = '127.0.0.1'

/** A system with people, and a browser in which they use the console. */
export type ConsoleUsers = Awaited<ReturnType<typeof startConsoleUsers>>

/**
 * Starts system and browser with an organization, a space of two pages, and a reviewer; `close` ends both. The system may
 * reach the hosts of `reachable`; the names of `siteHosts` lead to it in the browser, as that of the console does, and those
 * of `otherHosts`, which may have ports, to the addresses that they are given with.
 */
export async function startConsoleUsers(
  settings: Record<string, string> = {},
  reachable: string[] = [],
  siteHosts: string[] = [],
  otherHosts: Record<string, string> = {},
) {
  const provider = await startOpenIdProvider(`${origin}/sign-in/oidc`)
  const mails = { NOTIFICATION_MAIL_DELAY_SECONDS: '0' }
  const allowed = { OUTBOUND_ALLOW: [provider.settings.OUTBOUND_ALLOW, ...reachable].join(',') }
  const world = await createWorld({
    env: { ...provider.settings, OIDC_LABEL: 'Acme ID', PUBLIC_URL: origin, ...mails, ...allowed, ...settings },
  })
  const gateway = world.gateways[0] ?? ''
  const seed = await seedOrganization(world, gateway)
  await settled(systemOf(world))
  await indexed(systemOf(world))
  // Last, so that it does not wait beside services that start.
  const own = ['quire.localhost', ...siteHosts].map((name) => [name, new URL(gateway).host])
  // The first name that fits decides.
  const hosts = { ...otherHosts, ...Object.fromEntries(own), [openIdHost]: openIdHost }
  const browser = await openBrowser({ hosts })
  let second: ReturnType<typeof openBrowser> | undefined
  return {
    world,
    ...seed,
    /** The OpenID Connect provider of the installation. */
    provider,
    /** Sends an object to the gateway as a program does, in nobody's name; resolves with the answer. */
    async post(path: string, body: object) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${gateway}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return JSON.parse(await response.text())
    },
    /** Opens a tab of the browser, in which the person is signed in who is in the others. */
    open: async (looks: Looks = {}): Promise<ConsolePage> => consolePage(await browser.newPage(), looks),
    /** Opens a tab of a second browser, in which nobody is signed in. The packaged browser has no contexts. */
    async openApart(looks: Looks = {}): Promise<ConsolePage> {
      second ??= openBrowser({ hosts })
      const tab = await consolePage(await (await second).newPage(), looks)
      await tab.forget()
      return tab
    },
    async close() {
      await browser.close()
      await (await second)?.close()
      await world.close()
      provider.stop()
    },
  }
}

async function seedOrganization(world: World, gateway: string) {
  const { token } = await world.person('ada@example.com', 'Ada')
  const { token: ofGrace } = await world.person('grace@example.com', 'Grace')
  const api = apiOf(gateway)
  const organizationId = (await api.made('createOrganization', token, { body: { title: 'Acme' } })).id
  const made = (operation: string, params?: object, body?: object, query?: Record<string, string>) =>
    api.made(operation, token, { params: { organizationId, ...params }, body, query })
  await made('inviteUsersToOrganization', {}, { emails: ['grace@example.com'], role: 'review' })
  const { id: grace } = await api.made('getAuthenticatedUser', ofGrace)
  const { id: spaceId } = await made('createSpace', {}, { title: 'Handbook' })
  const insert = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } })
  const { id: first } = await made('createChangeRequest', { spaceId }, { subject: 'First pages' })
  await made(
    'updateChangeRequestContent',
    { spaceId, changeRequestId: first },
    { changes: [insert('Springs', '## Oiling\n\nOil the spring every week.\n'), insert('Cranks', 'Turn it.\n')] },
  )
  await made('mergeChangeRequest', { spaceId, changeRequestId: first })
  return { made, organizationId, spaceId, grace: grace as string }
}

interface Looks {
  theme?: 'light' | 'dark'
  width?: number
  language?: 'en' | 'de'
}

/** A page of the console, used by the roles and names of what is on it. */
export type ConsolePage = Awaited<ReturnType<typeof consolePage>>

async function consolePage(page: Page, { theme = 'light', width = 1300, language = 'en' }: Looks) {
  await page.setViewport({ width, height: 900 })
  // An animated element has no position for a while, so that it cannot be clicked.
  const features = { 'prefers-color-scheme': theme, 'prefers-reduced-motion': 'reduce' }
  const session = await page.createCDPSession()
  await session.send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  })
  await page.evaluateOnNewDocument(`localStorage.setItem('quire-language', '${language}')`)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location()?.url ?? ''}`.trim())
  })
  const selectorOf = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
  const named = (role: string, name: string) => page.locator(selectorOf(role, name))
  /** Refuses with what the page says, first what it announces, since a report of a run leaves out the end of a long text. */
  const refuse = async (lack: string, cause: unknown) => {
    const shown = `[...document.querySelectorAll('[role=status], [role=alert], [role=dialog]'), document.body]
      .map(({ innerText }) => innerText.replaceAll(/\\s+/g, ' ')).join(' | ')`
    throw new Error(`${lack} on ${page.url()}, which says: ${await page.evaluate(shown)}`, { cause })
  }
  const lacks = (role: string, name: string) => (error: unknown) => refuse(`There is no ${role} “${name}”`, error)
  return {
    page,
    /** Errors of scripts, and refusals of the page's policy. */
    errors,
    /** Signs out whoever is signed in in this browser, as if it were another device. */
    forget: () => session.send('Network.clearBrowserCookies'),
    /** Gives the tab a device that makes and uses passkeys, whose holder it always verifies. */
    async withPasskeys() {
      await session.send('WebAuthn.enable')
      const device = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const
      const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true }
      await session.send('WebAuthn.addVirtualAuthenticator', { options })
    },
    goto: (path: string) => page.goto(`${origin}${path}`),
    path: () => page.evaluate('location.pathname') as Promise<string>,
    click: (role: string, name: string) => clickUntilHit(page, selectorOf(role, name)).catch(lacks(role, name)),
    /** Clicks what a selector finds: for what has no name of its own. */
    clickOn: (selector: string) =>
      clickUntilHit(page, selector).catch((error) => refuse(`There is nothing to click at “${selector}”`, error)),
    fill: (name: string, text: string) => named('textbox', name).fill(text).catch(lacks('textbox', name)),
    /** Chooses the option with this value. */
    pick: (name: string, value: string) => named('combobox', name).fill(value).catch(lacks('combobox', name)),
    /** Chooses a file in the field with this label; without one in the only field, which may be hidden. */
    async choose(path: string, label?: string) {
      const field =
        label === undefined
          ? 'input[type=file]'
          : `::-p-xpath(//label[normalize-space()="${label}"]/../input | //input[@aria-label="${label}"])`
      const input = await page.waitForSelector(field).catch(lacks('field', label ?? field))
      await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path)
    },
    /** Resolves when something with this role and name is on the page. */
    async sees(role: string, name: string) {
      await named(role, name).wait().catch(lacks(role, name))
    },
    /** Resolves when a text is on the page. */
    async reads(text: string) {
      const isShown = `document.body.innerText.includes(${JSON.stringify(text)})`
      await page.waitForFunction(isShown).catch((error) => refuse(`There is no “${text}”`, error))
    },
  }
}
