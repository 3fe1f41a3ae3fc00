import { beforeAll, expect, test } from '@jest/globals'
import type { Page } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'
import { styleOf } from './looks-of-pages.ts'

const mirrored = `## כותרת

מילים עם \`a.b()\`.

<details open>
<summary>תקציר</summary>

גוף

</details>

{% stepper %}
{% step %}
צעד
{% endstep %}
{% endstepper %}

\`\`\`js
const turns = [1, 2]
\`\`\`

## עוד
`

/** Publishes a site in Hebrew, at `mirrored`. */
async function seedMirrored({ made, space, site, settled }: BrowserVisitors) {
  const hebrew = await space({
    title: 'עברית',
    pages: [
      { title: 'דף', markdown: mirrored, fields: { slug: 'page' } },
      { title: 'הבא', markdown: 'מילים', fields: { slug: 'next' } },
      { title: 'אחרון', markdown: 'מילים', fields: { slug: 'last' } },
    ],
  })
  await made('updateSpaceById', { spaceId: hebrew }, { language: 'he' })
  await site('mirrored', 'Mirrored', [hebrew])
  await settled()
}

/** Tests the looks that a site gives to its pages: its own logo and font, and the direction of its language. */
export function looksOfSites(readersOf: () => BrowserVisitors) {
  const visit: BrowserVisitors['visit'] = (...asked) => readersOf().visit(...asked)
  beforeAll(() => seedMirrored(readersOf()))

  test('a logo and a font that were uploaded are drawn, from the site itself', async () => {
    const { made, site, space, settled, world } = readersOf()
    const siteId = await site('own', 'Own', [
      await space({ title: 'Own', pages: [{ title: 'Start', markdown: 'Words.' }] }),
    ])
    await settled()
    const gateway = world.gateways[0] ?? ''
    const bytesAt = async (path: string) => (await fetch(gateway + path)).blob()
    const page = await visit('own')
    const sheet = await page.$eval('link[href*="/fonts/"]', (one) => one.getAttribute('href') ?? '')
    const [, file = ''] = /url\(\.\/([^)]+latin[^)]*)\)/.exec(await (await bytesAt(sheet)).text()) ?? []
    const put = async (bytes: Blob) => (await made('putSiteFile', { siteId }, bytes)).url
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>'
    const [logo, font] = [await put(new Blob([drawing])), await put(await bytesAt(sheet.replace('font.css', file)))]
    const fontFaces = [{ weight: 400, sources: [{ url: font }] }]
    await made(
      'updateSiteCustomizationById',
      { siteId },
      {
        header: { logo: { light: logo, dark: logo } },
        styling: { font: { id: 'own', custom: true, fontFamily: 'Own Sans', fontFaces } },
      },
    )
    const answers: [string, number][] = []
    page.on('response', (one) => {
      const { pathname } = new URL(one.url())
      if (pathname.includes('site-files')) answers.push([pathname.replace(/\w+\./, ''), one.status()])
    })
    await page.reload()
    await page.evaluate('document.fonts.ready')
    const isDrawn = `[document.querySelector('.brand img.only-light').naturalWidth, Array.from(document.fonts).some((one) =>
      one.family.includes('Own Sans') && one.status === 'loaded')]`
    expect(await page.evaluate(isDrawn)).toEqual([90, true])
    expect(answers.toSorted()).toEqual([
      ['/sites/own/-/site-files/svg', 200],
      ['/sites/own/-/site-files/woff2', 200],
    ])
    await page.close()
  })

  test('the frame of a language written from right to left is mirrored', async () => {
    const leftOf = (page: Page, selector: string) => page.$eval(selector, (one) => one.getBoundingClientRect().left)
    const page = await visit('mirrored/page')
    const order = async () => {
      const places = ['.outline', 'main', '.sidebar'].map((selector) => leftOf(page, selector))
      return Promise.all(places)
    }
    const [outline = 0, main = 0, sidebar = 0] = await order()
    expect([outline < main, main < sidebar]).toEqual([true, true])
    expect((await leftOf(page, '.tools')) < (await leftOf(page, '.brand'))).toBe(true)
    await page.close()
    const phone = await visit('mirrored/page', { width: 390 })
    await phone.click('.menu-button')
    const edge = await phone.$eval('.sidebar', (one) => one.getBoundingClientRect().right)
    expect(edge).toBe(390)
    await phone.close()
  })

  test('a language written from right to left has its own words around the text, and its arrows and indents mirrored', async () => {
    const page = await visit('mirrored/next')
    const textOf = (selector: string) => page.$eval(selector, (one) => one.textContent)
    const language = await page.$eval('html', (one) => [one.lang, one.dir])
    expect([...language, await textOf('.skip'), await textOf('.pagination .next small')]).toEqual([
      ...['he', 'rtl', 'דילוג לתוכן', 'הבא'],
    ])
    // Sides of an element within another one: how far it lies from its left and right edge.
    const sides = (outer: string, inner: string) =>
      page.evaluate(`(() => {
        const [one, other] = ['${outer}', '${inner}'].map((selector) => document.querySelector(selector).getBoundingClientRect())
        return [other.left - one.left, one.right - other.right]
      })()`) as Promise<[number, number]>
    const isOnRight = async (outer: string, inner: string) => {
      const [left, right] = await sides(outer, inner)
      return right < left
    }
    expect([await isOnRight('.pagination', '.previous'), await isOnRight('.pagination', '.next')]).toEqual([
      true,
      false,
    ])
    expect([await isOnRight('.previous', '.previous .symbol'), await isOnRight('.next', '.next .symbol')]).toEqual([
      true,
      false,
    ])
    for (const name of ['previous', 'next'])
      expect(await styleOf(page, `.pagination .symbol-${name}`, 'transform')).toBe('matrix(-1, 0, 0, 1, 0, 0)')
    await page.goto(`${publicOrigin}/sites/mirrored/page`)
    const [left, right] = await sides('.expandable', '.expandable-body > p')
    expect(right).toBeGreaterThan(left)
    expect(await isOnRight('.stepper', '.step-body')).toBe(false)
    expect(await styleOf(page, '.text p code', 'direction')).toBe('ltr')
    expect(await styleOf(page, '.text .code pre', 'direction')).toBe('ltr')
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await page.close()
  })
}
