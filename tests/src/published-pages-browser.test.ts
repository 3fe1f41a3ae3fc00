import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Browser, noBrowser, openBrowser, type Page, violationsOf } from '@quire/browser'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system.ts'

const archive = {
  'SUMMARY.md': '* [Home](README.md)\n\n## Machine\n\n* [Cranks](cranks.md)\n  * [Oil](oil.md)\n',
  'README.md': `---
description: Where it begins
---

# Home

{% hint style="warning" %}
Mind the **crank**.
{% endhint %}

## Turning

{% tabs %}
{% tab title="Left" %}
Turn it left.
{% endtab %}

{% tab title="Right" %}
Turn it right.
{% endtab %}
{% endtabs %}

## Code

\`\`\`js
const turns = [1, 2, 3] // of the crank
\`\`\`

| Part | Weight |
|---|---|
| Crank | 2 kg |

* [x] [Oil](oil.md)
`,
  'cranks.md': '# Cranks\n\nA crank turns the wheel.\n',
  'oil.md': '# Oil\n\n## When to oil\n\nOil the crank each spring.\n',
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let browser: Browser

async function seed() {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  const ada = await world.person('ada@example.com', 'Ada')
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const { made } = apiOf(world.gateways[0] ?? '')
  const organizationId = (await made('createOrganization', ada.token, { body: { title: 'Acme' } })).id
  const spaces: string[] = []
  for (const title of ['Version 2', 'Version 1']) {
    const { data } = await client.orgs.createSpace(organizationId, { title })
    await client.spaces.importContent(data.id, { source: ImportContentSource.Zip, url: source.url })
    spaces.push(data.id)
  }
  const site = { title: 'Manual', visibility: 'public', spaces }
  const { id: siteId } = await made('createSite', ada.token, { params: { organizationId }, body: site })
  await made('updateSiteById', ada.token, { params: { organizationId, siteId }, body: { basename: 'manual' } })
  await made('publishSite', ada.token, { params: { organizationId, siteId } })
  await settled(systemOf(world))
}

interface Looks {
  theme?: 'light' | 'dark'
  width?: number
  script?: boolean
}

/** What the page says went wrong; a policy that is broken is such a message too. */
const errors: string[] = []

async function visit(path: string, { theme = 'light', width = 1300, script = true }: Looks = {}): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (said) => said.type() === 'error' && !said.text().includes('404') && errors.push(said.text()))
  await page.setViewport({ width, height: 800 })
  await page.setJavaScriptEnabled(script)
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
  await page.goto(`${world.gateways[0]}${path}`)
  return page
}

const panelsShown = (page: Page) =>
  page.evaluate('Array.from(document.querySelectorAll("[data-tab]")).filter((tab) => tab.checkVisibility()).length')

const groundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    await seed()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
    await source?.close()
  })

  const kinds = [
    '/sites/manual',
    '/sites/manual/machine/cranks/oil',
    '/sites/manual/-/search?q=crank',
    '/sites/manual/nowhere',
  ]
  test.each(kinds)('%s is accessible in light and dark, on a desk and on a phone', async (path) => {
    for (const looks of [{ theme: 'light' }, { theme: 'dark', width: 390 }] as const) {
      const page = await visit(path, looks)
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.close()
    }
    expect(errors).toEqual([])
  })

  test('a search by keyboard alone finds a page and leads there', async () => {
    const page = await visit('/sites/manual')
    await page.keyboard.press('/')
    await page.keyboard.type('spring')
    await page.waitForSelector('[role=option]')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/sites/manual/machine/cranks/oil#when-to-oil')
    await page.close()
  })

  test('a theme that the reader chose stays, whatever their system says', async () => {
    const page = await visit('/sites/manual', { theme: 'light' })
    const light = await groundOf(page)
    await page.click('[data-theme-switch]')
    await page.click('[data-theme-switch]')
    const dark = await groundOf(page)
    expect(dark).not.toBe(light)
    await page.goto(`${world.gateways[0]}/sites/manual/machine/cranks`)
    expect([await groundOf(page), await page.evaluate('document.documentElement.dataset.theme')]).toEqual([
      dark,
      'dark',
    ])
    await page.close()
  })

  test('a variant opens at the same page, and tabs show one panel at a time', async () => {
    const page = await visit('/sites/manual')
    expect(await panelsShown(page)).toBe(1)
    await page.goto(`${world.gateways[0]}/sites/manual/machine/cranks/oil`)
    await page.click('.variants summary')
    await Promise.all([page.waitForNavigation(), page.click('.variants li:nth-child(2) a')])
    expect(new URL(page.url()).pathname).toBe('/sites/manual/version-1/machine/cranks/oil')
    await page.close()
  })

  test('without a script pages are whole: navigation on a phone, all panels, and the search', async () => {
    const page = await visit('/sites/manual', { script: false, width: 390 })
    expect(await panelsShown(page)).toBe(2)
    await page.click('.menu-button')
    await Promise.all([page.waitForNavigation(), page.click('.sidebar a[href$="/cranks"]')])
    await page.type('form.search input[type=search]', 'spring')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect(await page.evaluate('document.querySelector(".results > li > a").getAttribute("href")')).toBe(
      '/sites/manual/machine/cranks/oil',
    )
    await page.close()
  })
}
