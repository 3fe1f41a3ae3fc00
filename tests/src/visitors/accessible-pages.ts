import { beforeAll, expect, test } from '@jest/globals'
import { type Page, violationsOf } from '@quire/browser'
import { someOf } from '@quire/properties'
import { type BrowserVisitors, type Looks, publicOrigin } from './browser-visitors.ts'
import { manualLooks } from './manual.ts'

const desk: Looks = { theme: 'light' }
const deskInDark: Looks = { theme: 'dark' }
const phone: Looks = { theme: 'dark', width: 320 }
const withoutScript: Looks = { theme: 'light', script: false }
const phoneInLight: Looks = { ...phone, theme: 'light' }

const openAll = async (page: Page) => {
  await page.evaluate(`for (const list of document.querySelectorAll('details')) list.open = true`)
}
const searching = async (page: Page) => {
  await page.keyboard.press('/')
  await page.keyboard.type('spring')
  await page.waitForSelector('.search-page')
}

const has = (selector: string) => async (page: Page) => expect(await page.$(selector)).not.toBeNull()
const [hasCover, hasNote, hasAnswer] = [has('.cover img'), has('aside.warning code'), has('.text a[href*="spring"]')]

/** Addresses that are made with their sites. */
export type Closed = Record<'shared' | 'previewed', string>
type Kinds = [what: string, path: string | ((closed: Closed) => string), open?: (page: Page) => Promise<void>][]

/** Kinds of pages, with the parts that are opened on them. */
const kinds: Kinds = [
  ['with every kind of block', 'manual'],
  ['that describes an interface', 'manual/interface'],
  ['with a large table', 'manual/table'],
  ['without a navigation', 'manual/landing'],
  ['written from right to left', 'manual/arabic'],
  ['with the search open', 'manual/turning', searching],
  ['with every list and all that is folded open', 'manual/interface', openAll],
]
const onDesk: Kinds = [
  ['of results', 'manual/-/search?q=crank'],
  ['of an answer', 'manual/-/ask?q=When+do+I+oil+the+spring'],
  ['that is not there', 'manual/nowhere/turning'],
  ['of a site that is not there', 'nothing'],
  ['of a site for visitors who prove who they are', 'staff'],
  ['with a cover, behind a share link', ({ shared }) => shared, hasCover],
  ['with the note of a preview', ({ previewed }) => previewed, hasNote],
]
const unscripted: Kinds = [['of an answer', 'manual/-/ask?q=When+do+I+oil+the+spring', hasAnswer]]
const onPhone: Kinds = [['with the navigation open', 'manual/table', (page) => page.click('.menu-button')]]

/** Looks that a site may have: each theme, and each kind of bar on top. */
const presets = [
  { styling: { theme: 'bold', sidebar: { background: 'filled', list: 'pill' } } },
  {
    styling: { theme: 'muted', tint: { color: { light: '#d0a000', dark: '#d0a000' } } },
    header: { preset: 'contrast' },
  },
  {
    styling: {
      theme: 'gradient',
      primaryColor: { light: '#ffe000', dark: '#101060' },
      sidebar: { background: 'default', list: 'line' },
    },
  },
  { styling: { theme: 'clean', primaryColor: { light: '#808080', dark: '#808080' } }, header: { preset: 'bold' } },
  {
    header: {
      preset: 'custom',
      backgroundColor: { light: '#204030', dark: '#c0e0d0' },
      linkColor: { light: '#406050', dark: '#a0c0b0' },
    },
  },
  { header: { preset: 'none' }, themes: { default: 'dark', toggeable: false } },
]

/** Tests that pages are accessible: with a screen reader, by keyboard, on small screens, in any colours. */
export function accessiblePages(readersOf: () => BrowserVisitors & { closed: Closed }) {
  // An answer has no sources until its space is indexed.
  beforeAll(() => readersOf().indexed())
  const tabs = new Map<Looks, Page>()
  /** Opens a page in the tab of these looks, which is reused. */
  async function opened(path: Kinds[number][1], looks: Looks, open?: (page: Page) => Promise<void>) {
    const page = tabs.get(looks) ?? (await readersOf().open(looks))
    tabs.set(looks, page)
    await page.goto(typeof path === 'string' ? `${publicOrigin}/sites/${path}` : path(readersOf().closed))
    await open?.(page)
    return page
  }

  test.each([...kinds, ...onDesk])('a page %s has no fault on a desk in light', async (_, path, open) => {
    const page = await opened(path, desk, open)
    expect(await violationsOf(page)).toEqual([])
  })

  test.each(unscripted)('a page %s has no fault without a script', async (_, path, open) => {
    const page = await opened(path, withoutScript, open)
    // The checker is a script itself; those of the page do not run any more.
    await page.setJavaScriptEnabled(true)
    expect(await page.$('.scripted')).toBeNull()
    expect(await violationsOf(page)).toEqual([])
  })

  const otherWays = [
    ['a desk in dark', deskInDark, someOf([...kinds, ...onDesk], 3, 1)],
    ['a phone in light', phoneInLight, someOf([...kinds, ...onPhone], 3, 2)],
  ] as const
  test.each(otherWays)('no page has a fault on %s', async (_, looks, pages) => {
    for (const [what, path, open] of pages)
      expect([what, await violationsOf(await opened(path, looks, open))]).toEqual([what, []])
  })

  test.each([...kinds, ...onPhone])(
    'a page %s has no fault on a phone in dark, and fits 320 pixels',
    async (_, path, open) => {
      const page = await opened(path, phone, open)
      const isBroad = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect([await violationsOf(page), isBroad]).toEqual([[], false])
    },
  )

  test('words stand out in whatever colours a site has', async () => {
    const { made } = readersOf()
    const { items } = await made('listSites')
    const { id: siteId } = items.find(({ title }: { title: string }) => title === 'Manual')
    for (const { header, ...preset } of presets) {
      const customization = { ...manualLooks, ...preset, header: { ...manualLooks.header, ...header } }
      await made('updateSiteCustomizationById', { siteId }, customization)
      for (const looks of [desk, deskInDark]) {
        const page = await opened('manual/arabic', looks)
        const colours = await violationsOf(page, ['color-contrast'])
        expect([preset, header, looks, colours]).toEqual([preset, header, looks, []])
      }
    }
    await made('updateSiteCustomizationById', { siteId }, manualLooks)
  })

  test('by keyboard one gets everywhere, sees where one is, and skips what is on every page', async () => {
    const page = await opened('manual', desk)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('q-content')
    await page.evaluate('scrollTo(0, 0); document.activeElement.blur()')
    const unseen: unknown[] = []
    const places = new Set<unknown>()
    for (let at = 0; at < 60; at++) {
      await page.keyboard.press('Tab')
      const [name, isSeen] = await shownFocus(page)
      places.add(name)
      // After the last element the focus is in the browser's own bar.
      if (!isSeen && !name.startsWith('<body')) unseen.push(name)
    }
    expect(unseen).toEqual([])
    expect(places.size).toBeGreaterThan(40)
  })

  test('who wants no motion sees none, and in the reader’s own colours the current place is still marked', async () => {
    const calm = await opened('manual/turning', desk)
    const moves = `[document.documentElement, ...document.querySelectorAll('a, button')].some((one) => {
      const { scrollBehavior, transitionDuration, animationName } = getComputedStyle(one)
      return scrollBehavior === 'smooth' || transitionDuration !== '0s' || animationName !== 'none' })`
    expect(await calm.evaluate(moves)).toBe(false)
    const page = await opened('manual/turning', { media: { 'forced-colors': 'active' } })
    const looks = (selector: string) =>
      page.evaluate(
        `(({ outlineStyle, borderBottomColor }) => [outlineStyle, borderBottomColor].join())(getComputedStyle(document.querySelector('${selector}')))`,
      )
    for (const [current, other] of [
      ['.sidebar [aria-current=page]', '.sidebar nav a:not([aria-current])'],
      ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
      ['.tabs-bar a[aria-current]', '.tabs-bar > ul > li > .menu > summary'],
    ] as const)
      expect([current, (await looks(current)) === (await looks(other))]).toEqual([current, false])
  })

  test('on paper a dark page is light, and what is folded is there', async () => {
    const page = await opened('manual', { theme: 'dark', paper: true })
    const shown = `[getComputedStyle(document.body).backgroundColor, document.querySelector('.top').checkVisibility(),
      document.querySelector('.expandable').textContent.includes('body')]`
    expect(await page.evaluate(shown)).toEqual(['rgb(255, 255, 255)', false, true])
  })
}

/**
 * The focused element's name and whether the focus is visible. What loads late can move an element that the browser has
 * just scrolled into view; it is then scrolled once more, by the rules by which the focus was. An element that these
 * rules leave covered stays covered.
 */
async function shownFocus(page: Page): Promise<[name: string, isSeen: boolean]> {
  const isSettled = `(() => { const [name, isSeen] = ${focusVisible}; return isSeen || name.startsWith('<body') })()`
  const settles = (timeout: number) =>
    page.waitForFunction(isSettled, { timeout }).then(
      () => true,
      () => false,
    )
  if (!(await settles(1000))) {
    await page.evaluate(`document.activeElement.scrollIntoView({ block: 'nearest', behavior: 'instant' })`)
    await settles(5000)
  }
  return (await page.evaluate(focusVisible)) as [string, boolean]
}

/** Finds the focused element, and whether the focus is visible: the element is marked and not covered. */
const focusVisible = `(() => {
  const element = document.activeElement
  const { top, left, width, height } = element.getBoundingClientRect()
  const { outlineStyle, borderStyle } = getComputedStyle(element)
  const around = element.closest('label, .code, .menu')
  const isMarked = outlineStyle !== 'none' || (around && getComputedStyle(around).outlineStyle !== 'none')
  const above = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + Math.min(height, 20) / 2)
  const isFree = above !== null && (element.contains(above) || above.contains(element) || element.parentElement.contains(above))
  return [element.outerHTML.slice(0, 90), isMarked && isFree]
})()`
