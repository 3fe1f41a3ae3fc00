import { type Browser, openBrowser, type Page } from '@quire/browser'
import { createWorld, type World } from '@quire/world'
import { apiOf } from '../support/api-client.ts'
import { indexed, settled, systemOf } from '../support/system-databases.ts'

/** A page as it is to be made: its fields, and its text. */
interface NewPage {
  title: string
  markdown: string
  fields?: object
}

interface NewSpace {
  title: string
  pages: NewPage[]
  files?: { name: string; contentType: string; text: string }[]
}

/** The display and preferences of a visitor. */
export interface Looks {
  theme?: 'light' | 'dark'
  width?: number
  script?: boolean
  /** Renders the page for print. */
  paper?: boolean
  /** Other media features that styles may query. */
  media?: Record<string, string>
}

/** A system with an author, and a browser with which visitors read. */
export type BrowserVisitors = Awaited<ReturnType<typeof startBrowserVisitors>>

/** Starts system and browser; `close` ends both. `env` is added to the environment of every process. */
export async function startBrowserVisitors(env: Record<string, string> = {}) {
  const world = await createWorld({ env })
  const gateway = world.gateways[0] ?? ''
  const [browser, writer] = await Promise.all([
    openBrowser({ hosts: { 'quire.test': new URL(gateway).host } }),
    startWriter(world, gateway),
  ])
  return {
    ...writer,
    world,
    browser,
    settled: () => settled(systemOf(world)),
    indexed: () => indexed(systemOf(world)),
    open: (looks?: Looks) => openPage(browser, looks),
    /** A page of a site, by the path behind `/sites/`. */
    async visit(path: string, looks?: Looks): Promise<Page> {
      const page = await openPage(browser, looks)
      await page.goto(`${publicOrigin}/sites/${path}`)
      return page
    },
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

export const publicOrigin = 'http://quire.test'

/** One organization with its administrator. */
async function startWriter(world: World, gateway: string) {
  const { token } = await world.person('ada@example.com', 'Ada')
  const api = apiOf(gateway)
  const organizationId = (await api.made('createOrganization', token, { body: { title: 'Acme' } })).id
  const made = (operation: string, params?: object, body?: object, query?: Record<string, string>) =>
    api.made(operation, token, { params: { organizationId, ...params }, body, query })

  /** A space, and the ids of its files; texts name them `{file 0}`, and the pages before them `{page 0}`. */
  async function space({ title, pages, files = [] }: NewSpace): Promise<string> {
    const { id: spaceId } = await made('createSpace', {}, { title })
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
    const change = async (one: object) => {
      const params = { spaceId, changeRequestId }
      return made('updateChangeRequestContent', params, { changes: [one] }, { compat: 'false' })
    }
    const given = files.map(({ text, ...file }) => ({ ...file, base64: Buffer.from(text).toString('base64') }))
    const kept = given.length > 0 ? (await change({ operation: 'insert_files', files: given })).insertedFiles : []
    const ids: Record<string, string[]> = { file: kept.map(({ id }: { id: string }) => id), page: [] }
    for (const { title, markdown, fields } of pages) {
      const named = (text: string) => text.replaceAll(/\{(file|page) (\d)\}/g, (_, kind, at) => ids[kind]?.[at] ?? '')
      const more = JSON.parse(named(JSON.stringify(fields ?? {})))
      const inserted = { operation: 'insert_page', title, document: { markdown: named(markdown) }, ...more }
      ids.page?.push((await change(inserted)).changes[0].page.id)
    }
    await made('mergeChangeRequest', { spaceId, changeRequestId })
    return spaceId
  }

  /** A published site that everybody reads at `basename`. */
  async function site(basename: string, title: string, spaces: string[], customization?: object): Promise<string> {
    const { id: siteId } = await made('createSite', {}, { title, spaces })
    await made('updateSiteById', { siteId }, { basename, visibility: 'public' })
    if (customization) await made('updateSiteCustomizationById', { siteId }, customization)
    await made('publishSite', { siteId })
    return siteId
  }

  return { made, space, site, organizationId }
}

async function openPage(
  browser: Browser,
  { theme = 'light', width = 1300, script = true, paper = false, media }: Looks = {},
) {
  const page = await browser.newPage()
  await page.setViewport({ width, height: 800 })
  await page.setJavaScriptEnabled(script)
  // An animated element has no position for a while, so that it cannot be clicked.
  const features = Object.entries({ 'prefers-color-scheme': theme, 'prefers-reduced-motion': 'reduce', ...media })
  const session = await page.createCDPSession()
  await session.send('Emulation.setEmulatedMedia', {
    media: paper ? 'print' : '',
    features: features.map(([name, value]) => ({ name, value })),
  })
  return page
}
