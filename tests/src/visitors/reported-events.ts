import { beforeAll, expect, test } from '@jest/globals'
import { type Page, violationsOf } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'

/** The browser of the tests calls itself a program, whose events do not count. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

const code = '\n\n```js\nturn()\n```\n\n[Elsewhere](https://example.com/there)\n'

/** Tests what pages report of their visitors, and what they do not. */
export function reportedEvents(readersOf: () => BrowserVisitors) {
  let siteId = ''

  beforeAll(async () => {
    const { space, site, settled } = readersOf()
    const pages = [
      { title: 'Wheels', markdown: `A wheel turns.${code}`, fields: { slug: 'wheels' } },
      { title: 'Springs', markdown: 'A spring bends.', fields: { slug: 'springs' } },
    ]
    const spaceId = await space({ title: 'Counted', pages })
    siteId = await site('counted', 'Counted', [spaceId], { feedback: { enabled: true } })
    await settled()
  })

  /** Opens a page as a person would, with what the browser says of them. */
  async function open(path: string, says: Record<string, unknown> = {}): Promise<Page> {
    const page = await readersOf().open()
    await page.setUserAgent({ userAgent: person })
    await page.evaluateOnNewDocument(
      `for (const [name, value] of Object.entries(${JSON.stringify(says)})) Object.defineProperty(navigator, name, { get: () => value })`,
    )
    await page.goto(`${publicOrigin}/sites/counted/${path}`)
    return page
  }
  /** Resolves when the site has stored events of the page. */
  const stored = (page: Page, type: string) =>
    page.waitForResponse((answer) => {
      const isReport = answer.url().endsWith('/-/events') && answer.request().postData()?.includes(`"${type}"`)
      return isReport === true && answer.status() === 204
    })
  const reportsOf = (page: Page) => {
    const reports: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/-/events')) reports.push(request.postData() ?? '')
    })
    return reports
  }
  const summary = () => readersOf().made('getSiteInsightsSummary', { siteId })
  const aggregated = async (select: object[], where: object[]) => {
    const { columns } = await readersOf().made(
      'aggregateSiteEvents',
      { siteId },
      { range: 'last24Hours', select, where },
    )
    return columns.map(({ values }: { values: unknown[] }) => values)
  }
  const ofType = (...values: string[]) => ({ column: 'eventType', values })

  test('a page view counts, with nothing stored in the browser and nobody else asked', async () => {
    const page = await readersOf().open()
    await page.setUserAgent({ userAgent: person })
    // Other tests leave cookies and choices in the browser.
    const stores = async () => ({
      cookies: (await readersOf().browser.cookies()).map(({ name, path }) => `${path} ${name}`).sort(),
      choices: await page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()'),
    })
    await page.goto(`${publicOrigin}/sites/nowhere`)
    const before = await stores()
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    const isStored = stored(page, 'page_view')
    await page.goto(`${publicOrigin}/sites/counted/springs?utm_source=letter`)
    await isStored
    expect(await stores()).toEqual(before)
    expect([...asked]).toEqual([publicOrigin])
    const columns = ['url', 'utmSource', 'visitorBrowser', 'visitorOS', 'visitorDevice', 'eventsCount', 'visitorsCount']
    expect(
      await aggregated(
        columns.map((column) => ({ column })),
        [ofType('page_view'), { column: 'utmSource', values: ['letter'] }],
      ),
    ).toEqual([[`${publicOrigin}/sites/counted/springs`], ['letter'], ['chrome'], ['linux'], ['desktop'], [1], [1]])
    await page.close()
  })

  test('a search that finds nothing is known by its words, once, however they were typed', async () => {
    const page = await open('springs')
    await page.keyboard.press('/')
    await page.waitForSelector('.search-dialog[open]')
    await page.keyboard.type('zeppelin')
    await page.waitForFunction(
      'document.querySelector(".search-dialog > .search-status").textContent.includes("zeppelin")',
    )
    const isStored = stored(page, 'search_type_query')
    await page.click('.search-close')
    await isStored
    const { searchesWithoutResult, searches } = await summary()
    expect([searchesWithoutResult, searches]).toEqual([
      [{ query: 'zeppelin', count: 1 }],
      { count: 1, withoutResult: 1 },
    ])
    await page.close()
  })

  test('a page of results counts as the search, and one with an answer as the question, but not as pages read', async () => {
    const before = await summary()
    for (const [path, type] of [
      ['-/search?q=airship', 'search_type_query'],
      ['-/ask?q=Who+flies+an+airship%3F', 'ask_question'],
    ] as const) {
      const page = await readersOf().open()
      await page.setUserAgent({ userAgent: person })
      const isStored = stored(page, type)
      await page.goto(`${publicOrigin}/sites/counted/${path}`)
      await isStored
      await page.close()
    }
    const { views, searches, questions, searchesWithoutResult, declinedQuestions } = await summary()
    expect([views, searches.count, questions]).toEqual([
      before.views,
      before.searches.count + 1,
      { count: before.questions.count + 1, declined: before.questions.declined + 1 },
    ])
    expect(searchesWithoutResult).toContainEqual({ query: 'airship', count: 1 })
    expect(declinedQuestions).toEqual([{ query: 'Who flies an airship?', count: 1 }])
  })

  test('a reader says whether a page was helpful by keyboard alone, with a word', async () => {
    const page = await open('springs')
    await page.focus('.feedback button[data-rating=bad]')
    const isRated = stored(page, 'page_post_feedback')
    await page.keyboard.press('Enter')
    await isRated
    await page.waitForSelector('.feedback-more:not([hidden])')
    expect(await violationsOf(page)).toEqual([])
    await page.focus('.feedback textarea')
    await page.keyboard.type('It bends too much.')
    const isSaid = stored(page, 'page_post_feedback_comment')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isSaid
    await page.waitForFunction('document.querySelector(".feedback [role=status]").textContent.startsWith("Thank")')
    const { dislikedPages, feedback } = await summary()
    expect(dislikedPages).toEqual([{ space: expect.any(String), page: expect.any(String), good: 0, ok: 0, bad: 1 }])
    expect(feedback).toEqual({ good: 0, ok: 0, bad: 1 })
    expect(await aggregated([{ column: 'eventPageFeedbackComment' }], [])).toEqual([['It bends too much.']])
    await page.close()
  })

  test('links that are followed and code that is copied are counted', async () => {
    const page = await open('wheels')
    const isStored = stored(page, 'code_copy')
    await page.click('[data-copy]')
    await isStored
    const isFollowed = stored(page, 'link_click')
    // The page stays, because this browser sends no beacon of a page that is left.
    await page.evaluate(`addEventListener('click', (event) => event.preventDefault())`)
    await page.click('.pagination a')
    await isFollowed
    const positions = await aggregated(
      ['eventLinkTargetKind', 'eventLinkPosition', 'eventsCount'].map((column) => ({ column })),
      [ofType('link_click')],
    )
    expect(positions).toEqual([['page'], ['content'], [1]])
    expect(await aggregated([{ column: 'eventsCount' }], [ofType('code_copy')])).toEqual([[1]])
    await page.close()
  })

  test.each([
    ['Do Not Track', { doNotTrack: '1' }],
    ['Global Privacy Control', { globalPrivacyControl: true }],
  ])('who browses with %s is not counted, and may still give feedback', async (_, says) => {
    const page = await open('springs', says)
    const reports = reportsOf(page)
    const before = (await summary()).views
    await page.click('[data-theme], .bar')
    // Leaving a page sends what is not sent yet.
    await page.goto(`${publicOrigin}/sites/counted/wheels`)
    expect(reports).toEqual([])
    const isRated = stored(page, 'page_post_feedback')
    await page.click('.feedback button[data-rating=good]')
    await isRated
    expect(reports.map((report) => JSON.parse(report).events)).toEqual([
      [{ type: 'page_post_feedback', rating: 'good' }],
    ])
    expect((await summary()).views).toBe(before)
    await page.close()
  })

  test('a site that turns insights off is sent feedback only', async () => {
    const { made, settled } = readersOf()
    await made('updateSiteCustomizationById', { siteId }, { feedback: { enabled: true }, insights: { enabled: false } })
    await settled()
    const page = await open('springs')
    const reports = reportsOf(page)
    await page.goto(`${publicOrigin}/sites/counted/wheels`)
    expect(reports).toEqual([])
    expect(await page.$eval('html', ({ dataset }) => dataset.reports)).toBe('feedback')
    const isRated = stored(page, 'page_post_feedback')
    await page.click('.feedback button[data-rating=ok]')
    await isRated
    await page.close()
  })
}
