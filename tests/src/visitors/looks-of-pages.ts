import { beforeAll, expect, test } from '@jest/globals'
import type { Page } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'

const flow = 'flowchart LR\n  A[Order] -->|paid| B[Ship]\n  style B fill:#ffff00\n  click A "https://example.com"'

const drawings = `\`\`\`mermaid\n${flow}\n\`\`\`

\`\`\`mermaid
gantt
  title Not drawn
\`\`\`

\`\`\`js
const turns = [1, 2]
\`\`\`
`

const long = 'The crank turns the wheel and never tires of it. '.repeat(30)
const panels = `${long}

## First

${long}

{% tabs %}
{% tab title="One" %}
## In one

${long}
{% endtab %}

{% tab title="Two" %}
## In two

${long}
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
## In a step

${long}
{% endstep %}
{% endstepper %}

${long}${long}
`

const buttons =
  '<a href="https://example.com/a" class="button primary">One</a><a href="https://example.com/b" class="button secondary">Two</a>'

/** Publishes a site of pages that are looked at, at `looks`. */
async function seedLooks({ space, site, settled }: BrowserVisitors) {
  const pages = [
    { title: 'Drawings', markdown: drawings, fields: { slug: 'drawings' } },
    {
      title: 'Formulas',
      markdown: '$$\n\\sqrt{x} + \\sqrt{\\frac{\\frac{a}{b}}{c}}\n$$',
      fields: { slug: 'formulas' },
    },
    { title: 'Panels', markdown: panels, fields: { slug: 'panels' } },
    { title: 'Group', markdown: long, fields: { slug: 'group' } },
    { title: 'Inner', markdown: long, fields: { slug: 'inner', into: '{page 3}' } },
    ...Array.from({ length: 40 }, (_, at) => ({ title: `Page ${at}`, markdown: long, fields: { slug: `page-${at}` } })),
    { title: 'Buttons', markdown: buttons, fields: { slug: 'buttons' } },
  ]
  await site('looks', 'Looks', [await space({ title: 'Looks', pages })])
  await settled()
}

/** Returns a computed style of the first element that a selector finds. */
export const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${name}')`)

/** Loads a page again until it has an element: what takes long to draw comes with a later answer. */
async function loadedUntil(page: Page, selector: string) {
  while ((await page.$(selector)) === null) await page.reload({ waitUntil: 'networkidle0' })
}

/** Tests what pages show of drawings, formulas and long texts. */
export function looksOfPages(readersOf: () => BrowserVisitors) {
  const visit: BrowserVisitors['visit'] = (...asked) => readersOf().visit(...asked)
  beforeAll(() => seedLooks(readersOf()))

  test.each(['light', 'dark'] as const)('a diagram is drawn in the colours of the %s theme', async (theme) => {
    const page = await visit('looks/drawings', { theme })
    await loadedUntil(page, '.diagram svg')
    const words = await page.$$eval('.diagram svg text', (all) => all.map((one) => one.textContent))
    expect(words.toSorted()).toEqual(['Order', 'Ship', 'paid'])
    const fillOf = (word: string) =>
      page.evaluate(
        `getComputedStyle(Array.from(document.querySelectorAll('.diagram text')).find((one) => one.textContent === '${word}')).fill`,
      )
    expect(await fillOf('Order')).toBe(await styleOf(page, '.page-head h1', 'color'))
    // The author's ground is yellow in both themes.
    expect(await fillOf('Ship')).toBe('rgb(0, 0, 0)')
    expect(await styleOf(page, '.diagram polyline', 'marker-end')).toMatch(/^url\("#q-/)
    const size = await page.$eval('.diagram svg', (one) => one.getBoundingClientRect().width)
    expect(size).toBeGreaterThan(100)
    await page.close()
  })

  test('code has its colours, and a diagram that cannot be drawn is code', async () => {
    const page = await visit('looks/drawings')
    await loadedUntil(page, '.hljs-keyword')
    expect(await page.$$eval('.hljs-keyword', (all) => all.map((one) => one.textContent))).toEqual(['const'])
    expect(await page.$eval('.text > .code', (one) => one.textContent)).toContain('title Not drawn')
    await page.close()
  })

  test('formulas are set in a font of their own, which pages without formulas do not load', async () => {
    const page = await readersOf().open()
    const fonts: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The fonts of words are of a folder; every page has them.
      if (request.resourceType() === 'font' && !pathname.includes('/assets/fonts/')) fonts.push(pathname)
    })
    await page.goto(`${publicOrigin}/sites/looks/drawings`)
    await page.evaluate('document.fonts.ready')
    expect(fonts).toEqual([])
    await page.goto(`${publicOrigin}/sites/looks/formulas`)
    await page.waitForFunction(`document.fonts.check("16px 'Quire Math'", 'x') && document.fonts.status === 'loaded'`)
    expect(fonts).toEqual([expect.stringMatching(/^\/sites\/-\/assets\/[\w-]+\.woff2$/)])
    expect(await styleOf(page, 'math', 'font-family')).toMatch(/^"Quire Math"/)
    await page.close()
  })

  test('the contents follow the reader, into tabs and steps too', async () => {
    const page = await visit('looks/panels')
    const entries = await page.$$eval('.outline a', (all) => all.map((one) => one.textContent))
    expect(entries).toEqual(['First', 'In one', 'In two', 'In a step'])
    const isMarked = (title: string) =>
      page.waitForFunction(`document.querySelector('.outline [aria-current]')?.textContent === '${title}'`)
    await isMarked('First')
    await page.click('.outline a[href="#in-two"]')
    await isMarked('In two')
    expect(await page.evaluate(panelsVisible)).toEqual(['In two'])
    await page.click('.outline a[href="#in-a-step"]')
    await isMarked('In a step')
    await page.evaluate(`document.querySelector('[role=tab]').click()`)
    expect(await page.evaluate(panelsVisible)).toEqual(['In one'])
    // The address names this heading already, if the reader goes back to the closed tab.
    await page.click('.outline a[href="#in-two"]')
    await isMarked('In two')
    await page.evaluate(`document.querySelector('[role=tab]').click()`)
    await page.click('.outline a[href="#in-two"]')
    await page.waitForFunction(`document.getElementById('in-two').checkVisibility()`)
    await page.evaluate('scrollTo(0, 0); localStorage.clear()')
    await isMarked('First')
    await page.close()
  })

  test('the sidebar keeps its open groups and its place from page to page, and shows the current page', async () => {
    const page = await visit('looks/page-30')
    const isOpen = () => page.evaluate(`document.querySelector('.sidebar nav details').open`)
    const place = () => page.evaluate(`document.querySelector('.sidebar').scrollTop`)
    const openPage = (path: string) =>
      Promise.all([
        page.waitForNavigation(),
        page.evaluate(`document.querySelector('.sidebar a[href$="/${path}"]').click()`),
      ])
    expect([await isOpen(), await place()]).toEqual([false, expect.any(Number)])
    await page.evaluate(`document.querySelector('.sidebar nav summary').click()`)
    expect(await isOpen()).toBe(true)
    await page.evaluate(`document.querySelector('.sidebar').scrollTop = 300`)
    await openPage('page-20')
    await page.waitForFunction(`document.querySelector('.sidebar').scrollTop === 300`)
    expect(await isOpen()).toBe(true)
    await page.evaluate(`document.querySelector('.sidebar nav summary').click()`)
    await openPage('page-39')
    await page.waitForFunction(`document.querySelector('.sidebar').scrollTop > 300`)
    expect(await isOpen()).toBe(false)
    // The group of the current page is open, whatever the visitor did before.
    await openPage('inner')
    await page.waitForFunction(`document.querySelector('.sidebar').scrollTop < 300`)
    expect(await isOpen()).toBe(true)
    await page.close()
  })

  test('buttons beside each other have a gap, and one alone has none behind it', async () => {
    const page = await visit('looks/buttons')
    const [gap, behind] = (await page.evaluate(`(() => {
      const [one, two] = document.querySelectorAll('.text .button')
      return [two.getBoundingClientRect().left - one.getBoundingClientRect().right, getComputedStyle(two).marginInlineEnd]
    })()`)) as [number, string]
    expect(gap).toBeGreaterThan(7)
    expect(behind).toBe('0px')
    await page.close()
  })

  test.each(['light', 'dark'] as const)(
    'an address without a site is a page in the look of sites, in %s',
    async (theme) => {
      const page = await readersOf().open({ theme })
      const complaints: string[] = []
      page.on('console', (said) => {
        if (said.text().includes('Content Security Policy')) complaints.push(said.text())
      })
      const answer = await page.goto(`${publicOrigin}/sites/nowhere/at-all`)
      expect([answer?.status(), await page.$eval('h1', (one) => one.textContent)]).toEqual([404, 'Site not found'])
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      const known = await visit('looks/buttons', { theme })
      expect(ground).toBe(await known.evaluate('getComputedStyle(document.body).backgroundColor'))
      expect(await styleOf(page, '.top', 'position')).toBe('sticky')
      expect(complaints).toEqual([])
      await page.close()
      await known.close()
    },
  )
}

const panelsVisible = `Array.from(document.querySelectorAll('[data-tab] h2')).filter((one) => one.checkVisibility()).map((one) => one.innerText.trim())`
