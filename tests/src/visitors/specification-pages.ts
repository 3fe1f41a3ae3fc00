import { expect, test } from '@jest/globals'
import { processed } from '../support/petstore.ts'
import type { BrowserVisitors } from './browser-visitors.ts'
import { incidentsOn } from './incidents.ts'

const attack = '<img src=x onerror="pwn()"><a href="javascript:pwn()">Press</a><script>pwn()</script>'

/** A specification whose texts try to run in the reader's browser. */
const specification = {
  openapi: '3.1.0',
  info: { title: `Pets ${attack}`, version: '1', description: `${attack}\n\n![out](https://elsewhere.example/x.png)` },
  paths: {
    '/pets': { get: { summary: 'List all pets', description: attack, responses: { 200: { description: 'All' } } } },
  },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
}

/** The address of a specification as a person opens it (`urls.app`). */
export function specificationPages(at: () => BrowserVisitors): void {
  const put = async () => {
    const { made, world } = at()
    const body = { source: { text: JSON.stringify(specification) } }
    const spec = await processed(world, () => made('createOrUpdateOpenAPISpecBySlug', { specSlug: 'opened' }, body))
    return String((spec as unknown as { urls: { app: string } }).urls.app)
  }
  const make = (visibility: string) => at().made('updateOpenAPISpecBySlug', { specSlug: 'opened' }, { visibility })

  test('shows who opens it what to do while the specification is private, and the reference once it is public', async () => {
    const address = await put()
    const page = await at().open()
    const incidents = await incidentsOn(page)
    const refused: string[] = []
    page.on('requestfailed', (request) => {
      if (request.url().includes('elsewhere')) refused.push(`${request.url()} ${request.failure()?.errorText}`)
    })
    await page.goto(address)
    await page.waitForSelector('#absent:not([hidden])')
    expect(await page.$eval('#absent', (element) => element.textContent)).toContain('"visibility":"public"')
    await make('public')
    await page.reload()
    await page.waitForSelector('.opblock')
    const text = await page.$eval('#reference', (element) => element.textContent)
    expect([text?.includes('List all pets'), text?.includes('Pet')]).toEqual([true, true])
    expect(await page.$$('.authorize, .try-out')).toEqual([])
    await page.click('.opblock-summary-control')
    await page.waitForSelector('.opblock-body')
    expect(await page.evaluate('window.origin')).toBe('null')
    // The policy refuses pictures, and the browser says so.
    expect([...new Set(refused)]).toEqual(['https://elsewhere.example/x.png csp'])
    expect(incidents.filter((one) => !/img-src|^asks https:\/\/elsewhere/.test(one))).toEqual([])
    await make('private')
    await page.reload()
    await page.waitForSelector('#absent:not([hidden])')
    await page.close()
  })
}
