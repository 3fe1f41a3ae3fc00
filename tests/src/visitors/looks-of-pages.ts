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

/** Publishes a site of pages that are looked at, at `looks`. */
async function seedLooks({ space, site, settled }: BrowserVisitors) {
  const pages = [
    { title: 'Drawings', markdown: drawings, fields: { slug: 'drawings' } },
    {
      title: 'Formulas',
      markdown: '$$\n\\sqrt{x} + \\sqrt{\\frac{\\frac{a}{b}}{c}}\n$$',
      fields: { slug: 'formulas' },
    },
  ]
  await site('looks', 'Looks', [await space({ title: 'Looks', pages })])
  await settled()
}

/** Returns a computed style of the first element that a selector finds. */
const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${name}')`)

/** Tests what pages show of drawings, formulas and long texts. */
export function looksOfPages(readersOf: () => BrowserVisitors) {
  const visit: BrowserVisitors['visit'] = (...asked) => readersOf().visit(...asked)
  beforeAll(() => seedLooks(readersOf()))

  test.each(['light', 'dark'] as const)('a diagram is drawn in the colours of the %s theme', async (theme) => {
    const page = await visit('looks/drawings', { theme })
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
    expect(await page.$$eval('.hljs-keyword', (all) => all.map((one) => one.textContent))).toEqual(['const'])
    expect(await page.$eval('.text > .code', (one) => one.textContent)).toContain('title Not drawn')
    await page.close()
  })

  test('formulas are set in a font of their own, which pages without formulas do not load', async () => {
    const page = await readersOf().open()
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
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
}
