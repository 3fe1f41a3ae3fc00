import { beforeAll, expect, test } from '@jest/globals'
import { type Page, violationsOf } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'

const parts = 4
const chapters = 300
/** Chapters that are inserted together. */
const perChange = 50

/** Publishes a space that has too many pages to list all of them on each: groups of chapters, and a page with pages below it. */
async function seedLarge({ made, site, settled }: BrowserVisitors) {
  const { id: spaceId } = await made('createSpace', {}, { title: 'Large' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const insert = async (pages: object[]) => {
    const changes = pages.map((page) => ({ operation: 'insert_page', document: { markdown: 'A text.' }, ...page }))
    const params = { spaceId, changeRequestId }
    const { changes: done } = await made('updateChangeRequestContent', params, { changes }, { compat: 'false' })
    return done.map(({ page }: { page: { id: string } }) => page.id) as string[]
  }
  const tops = await insert(Array.from({ length: parts }, (_, at) => ({ title: `Part ${at}`, slug: `part-${at}` })))
  for (const [part, into] of tops.entries())
    for (let from = 0; from < chapters; from += perChange)
      await insert(
        Array.from({ length: perChange }, (_, at) => {
          const chapter = from + at
          return { title: `Chapter ${part}.${chapter}`, slug: `c-${chapter}`, into }
        }),
      )
  await made('mergeChangeRequest', { spaceId, changeRequestId })
  await site('large', 'Large', [spaceId])
  await settled()
}

/** The position of the entry of a page in the visible part of the navigation; undefined if it has none. */
const placeOf = (page: Page, path: string) =>
  page.evaluate(`(() => {
    const entry = document.querySelector('.sidebar nav a[href$="/${path}"]')
    return entry?.checkVisibility()
      ? Math.round(entry.getBoundingClientRect().top - document.querySelector('.sidebar').getBoundingClientRect().top)
      : undefined
  })()`) as Promise<number | undefined>

const waitForEntry = (page: Page, path: string) =>
  page.waitForFunction(`document.querySelector('.sidebar nav a[href$="/${path}"]')?.checkVisibility()`)

/** Opens or closes the group of a page. */
const toggle = (page: Page, path: string) =>
  page.evaluate(`document.querySelector('.sidebar nav a[href$="/${path}"] + details > summary').click()`)

const scrollTo = (page: Page, path: string) =>
  page.evaluate(`document.querySelector('.sidebar nav a[href$="/${path}"]').scrollIntoView({ block: 'center' })`)

/** Follows an entry of the navigation; resolves to its place before, and on the page that it leads to. */
async function follow(page: Page, path: string) {
  const before = await placeOf(page, path)
  const go = page.evaluate(`document.querySelector('.sidebar nav a[href$="/${path}"]').click()`)
  await Promise.all([page.waitForNavigation({ waitUntil: 'networkidle0' }), go])
  return [before, await placeOf(page, path)]
}

/** Tests the navigation of a large space, which the script completes. */
export function largeSites(readersOf: () => BrowserVisitors) {
  const visit: BrowserVisitors['visit'] = (...asked) => readersOf().visit(...asked)
  beforeAll(() => seedLarge(readersOf()))

  test('a group of a large site gets its pages when it is opened, and keeps them and its place from page to page', async () => {
    const page = await visit('large/part-0')
    expect(await placeOf(page, 'part-3/c-2')).toBeUndefined()
    await toggle(page, 'part-3')
    await waitForEntry(page, 'part-3/c-2')
    await toggle(page, 'part-1')
    await waitForEntry(page, 'part-1/c-50')
    await scrollTo(page, 'part-3/c-100')
    const [before, after] = await follow(page, 'part-3/c-100')
    expect(before).toBeGreaterThan(0)
    expect(after).toBe(before)
    // The other group is open on the next page too, with its pages.
    await waitForEntry(page, 'part-1/c-50')
    expect(await placeOf(page, 'part-3/c-100')).toBe(before)
    await toggle(page, 'part-1')
    expect((await follow(page, 'part-3/c-101'))[1]).toBeGreaterThan(0)
    expect(await placeOf(page, 'part-1/c-50')).toBeUndefined()
    await page.close()
  })

  test('pages before and after those of a large level come in their place, and stay for the next page', async () => {
    const page = await visit('large/part-2/c-150')
    expect([await placeOf(page, 'part-2/c-0'), await placeOf(page, 'part-2/c-299')]).toEqual([undefined, undefined])
    const own = 'document.querySelector(".sidebar [aria-current=page]").closest("ul")'
    await scrollTo(page, 'part-2/c-150')
    await page.evaluate(`${own}.querySelector(':scope > li.more:first-child a').focus()`)
    const before = await placeOf(page, 'part-2/c-150')
    await page.keyboard.press('Enter')
    await waitForEntry(page, 'part-2/c-0')
    expect(await placeOf(page, 'part-2/c-150')).toBe(before)
    expect(await page.evaluate(`document.activeElement.closest('.sidebar nav a') !== null`)).toBe(true)
    await page.evaluate(`${own}.querySelector(':scope > li.more:last-child a').click()`)
    await waitForEntry(page, 'part-2/c-299')
    expect(await page.evaluate(`${own}.querySelectorAll(':scope > li').length`)).toBe(chapters)
    await scrollTo(page, 'part-2/c-299')
    const [place, next] = await follow(page, 'part-2/c-299')
    expect(next).toBe(place)
    await waitForEntry(page, 'part-2/c-0')
    expect(await placeOf(page, 'part-2/c-299')).toBe(place)
    await page.close()
  })

  test('the navigation of a large site, and its lists, have no fault', async () => {
    const page = await visit('large/part-2/c-150')
    await toggle(page, 'part-1')
    await waitForEntry(page, 'part-1/c-50')
    expect(await violationsOf(page)).toEqual([])
    const list = await page.$eval('.sidebar li.more a', (link) => link.getAttribute('href'))
    await page.setViewport({ width: 320, height: 800 })
    await page.goto(`${publicOrigin}${list}`)
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await page.close()
  })

  test('without a script a closed group leads to the page that lists it', async () => {
    const page = await visit('large/part-0', { script: false })
    await page.click('.sidebar nav a[href$="/part-3"] + details > summary')
    const link = '.sidebar nav a[href$="/part-3"] + details li.more a'
    await Promise.all([page.waitForNavigation(), page.click(link)])
    expect(await page.$$eval('.page-list a:not([rel])', (all) => all.length)).toBe(200)
    await Promise.all([page.waitForNavigation(), page.click('.page-list a[href$="/part-3/c-199"]')])
    expect(await page.$eval('h1', (one) => one.textContent)).toBe('Chapter 3.199')
    await page.close()
  })
}
