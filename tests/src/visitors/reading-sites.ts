import { expect, test } from '@jest/globals'
import type { Page } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'

const pathOf = (page: Page) => page.url().slice(`${publicOrigin}/sites`.length)
const groundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
const panelsShown = (page: Page) =>
  page.evaluate(
    `Array.from(document.querySelectorAll('[data-tab]')).filter((tab) => tab.checkVisibility()).map((tab) => tab.innerText.trim())`,
  )

async function follow(page: Page, go: () => Promise<unknown>) {
  await Promise.all([page.waitForNavigation(), go()])
  return pathOf(page)
}

/** Tests the actions of a visitor on a site, with the script and without. */
export function readingSites(readersOf: () => BrowserVisitors) {
  const visit: BrowserVisitors['visit'] = (...asked) => readersOf().visit(...asked)

  test('no page complains, or asks anybody else for something', async () => {
    const page = await readersOf().open()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (said) => {
      // On a site without encryption browsers report an ignored header.
      const isOurs = said.type() === 'error' && !said.text().includes('Cross-Origin-Opener-Policy')
      if (isOurs) complaints.push(said.text())
    })
    page.on('request', (request) => {
      if (!/^(?:http:\/\/quire\.test\/|data:)/.test(request.url())) complaints.push(request.url())
    })
    for (const path of ['', '/turning', '/interface', '/arabic', '/-/search?q=crank'])
      await page.goto(`${publicOrigin}/sites/manual${path}`, { waitUntil: 'load' })
    expect(complaints).toEqual([])
    const drawn = `Array.from(document.images, ({ complete, naturalWidth }) => complete && naturalWidth > 0)`
    await page.goto(`${publicOrigin}/sites/manual`, { waitUntil: 'networkidle0' })
    expect(await page.evaluate(`${drawn}.includes(true)`)).toBe(true)
    await page.close()
  })

  test('an address with the anchor of a heading in another spelling leads to the heading', async () => {
    const page = await readersOf().open()
    await page.goto(`${publicOrigin}/sites/manual/turning#SPRING`, { waitUntil: 'load' })
    const isAtTop = `(() => { const { top } = document.getElementById('spring').getBoundingClientRect(); return top >= 0 && top < 200 })()`
    await page.waitForFunction(isAtTop)
    await page.close()
  })

  test('a search by keyboard alone finds a place and leads there, and so does a button of a text', async () => {
    const page = await visit('manual')
    await page.keyboard.press('/')
    await page.keyboard.type('spring')
    // While one types, results for the first letters are shown; those of the whole word have the whole word marked.
    await page.waitForFunction(`(() => {
      const section = document.querySelector('dialog[open] .search-page + .search-section')
      return section?.hash === '#spring' && section.querySelector('mark')?.textContent.toLowerCase() === 'spring'
    })()`)
    await page.keyboard.press('ArrowDown')
    expect(await follow(page, () => page.keyboard.press('Enter'))).toBe('/manual/turning#spring')
    await page.click('[data-action=search]')
    await page.waitForSelector('dialog[open] .search-page')
    expect(await page.evaluate('document.activeElement.value')).toBe('spring')
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.dataset.action')).toBe('search')
    await page.close()
  })

  test('a theme that the reader chose stays, whatever their system says', async () => {
    const page = await visit('manual')
    const light = await groundOf(page)
    await page.click('[data-theme-switch]')
    await page.click('[data-theme-switch]')
    const dark = await groundOf(page)
    expect(dark).not.toBe(light)
    await page.goto(`${publicOrigin}/sites/manual/table`)
    expect([await groundOf(page), await page.evaluate('document.documentElement.dataset.theme')]).toEqual([
      dark,
      'dark',
    ])
    await page.evaluate('localStorage.clear()')
    await page.close()
  })

  test('tabs with the same title go together, here and on other pages, and by keyboard', async () => {
    const page = await visit('manual/turning')
    expect(await panelsShown(page)).toEqual(['For macOS.', 'For macOS.'])
    await page.focus('[role=tab]')
    await page.keyboard.press('ArrowRight')
    expect(await panelsShown(page)).toEqual(['For Linux.', 'For Linux.'])
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Linux')
    await page.goto(`${publicOrigin}/sites/manual/arabic`)
    expect(await panelsShown(page)).toEqual(['For Linux.'])
    await page.evaluate('localStorage.clear()')
    await page.close()
  })

  test('a version opens at the same page, a section at its start, and neighbours at theirs', async () => {
    const page = await visit('manual/turning')
    await page.click('.variants summary')
    expect(await follow(page, () => page.click('.variants li:nth-child(2) a'))).toBe('/manual/manual/version-1/turning')
    await page.click('.tabs-bar summary')
    expect(await follow(page, () => page.click('.tabs-bar .menu li a'))).toBe('/manual/arabic')
    await page.goto(`${publicOrigin}/sites/manual/turning`)
    expect(await follow(page, () => page.click('[rel=next]'))).toBe('/manual/table')
    expect(await follow(page, () => page.click('[rel=prev]'))).toBe('/manual/turning')
    await page.close()
  })

  test('each heading is where its links lead, whatever it is called, and the contents say where one reads', async () => {
    const page = await visit('manual/turning')
    for (const id of ['content', 'menu']) {
      await page.click(`.outline a[href="#${id}"]`)
      const place = `document.querySelector(':target').tagName`
      expect([pathOf(page), await page.evaluate(place)]).toEqual([`/manual/turning#${id}`, 'H2'])
    }
    await page.evaluate('document.documentElement.style.scrollBehavior = "auto"')
    // The end moves down as pictures come.
    await page.waitForFunction(
      `scrollTo(0, document.body.scrollHeight) || document.querySelector('.outline [aria-current]')?.textContent === 'Spring'`,
    )
    await page.close()
  })

  test('code and pages are copied, on sites without encryption too', async () => {
    const page = await visit('manual/turning')
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await page.evaluate(
      'window.taken = []; document.addEventListener("copy", () => taken.push(getSelection().toString() || document.activeElement.value))',
    )
    await page.hover('.code')
    await page.click('.code [data-copy]')
    await page.waitForSelector('.code [role=status]')
    await page.click('.page-actions summary')
    await page.click('[data-copy-page]')
    await page.waitForSelector('[data-copy-page] [role=status]')
    const [code, text] = (await page.evaluate('taken')) as string[]
    expect([code, text?.startsWith('# Turning\n')]).toEqual(['const turns = [1, 2, 3]\nturn(turns)', true])
    await page.close()
  })

  test('on a phone all that is around a page is in its menu, even where the page shows no navigation', async () => {
    for (const path of ['manual/turning', 'manual/landing']) {
      const page = await visit(path, { width: 390 })
      await page.click('.menu-button')
      const shown = `Array.from(document.querySelectorAll('.sidebar a')).filter((one) => one.checkVisibility()).map((one) => one.textContent)`
      expect(await page.evaluate(shown)).toEqual(expect.arrayContaining(['Turning', 'Blog', 'Sign up']))
      await page.click('.sidebar-head button')
      expect(await page.evaluate(shown)).toEqual([])
      await page.close()
    }
  })

  test('without a script pages are whole: navigation on a phone, all panels, and the search', async () => {
    const page = await visit('manual/turning', { script: false, width: 390 })
    expect(await panelsShown(page)).toHaveLength(4)
    expect(await page.$$('.prompt-links a[href^="https://"]')).toHaveLength(2)
    await page.click('.menu-button')
    expect(await follow(page, () => page.click('.sidebar a[href$="/table"]'))).toBe('/manual/table')
    await page.type('form.search input[type=search]', 'spring')
    await follow(page, () => page.keyboard.press('Enter'))
    expect(await page.$eval('.results > li > a', (link) => link.getAttribute('href'))).toBe('/sites/manual/turning')
    expect(
      await page.$$(':is(button, input):not([hidden], [popovertarget], [type=submit], [type=search], [type=hidden])'),
    ).toEqual([])
    await page.close()
  })
}
