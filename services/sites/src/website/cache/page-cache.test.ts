import { expect, test } from '@jest/globals'
import { createPageCache } from './page-cache.ts'

test('a page whose name does not say all that it depends on is rendered anew after its time', async () => {
  let time = 1000
  const pages = createPageCache({ now: () => time })
  let rendered = 0
  const bodyOf = async (key: string, maxAgeMs?: number) => {
    const made = { key, html: `${key} ${++rendered}`, headers: {}, ...(maxAgeMs !== undefined && { maxAgeMs }) }
    return String((await pages.getOrRender([key], key, async () => made)).page.body)
  }
  expect([await bodyOf('api', 60_000), await bodyOf('api'), await bodyOf('guide')]).toEqual([
    'api 1',
    'api 1',
    'guide 3',
  ])
  time += 60_001
  expect(pages.get('api')).toBeUndefined()
  expect([await bodyOf('api'), await bodyOf('guide')]).toEqual(['api 4', 'guide 3'])
})

test('a page that lacks what took too long is shown to those who come at once, and rendered anew for later ones', async () => {
  let time = 1000
  const pages = createPageCache({ now: () => time })
  let rendered = 0
  const render = async () => ({ key: 'guide', html: String(++rendered), headers: {}, isComplete: rendered > 1 })
  const bodyOf = async () => String((await pages.getOrRender(['guide'], 'guide', render)).page.body)
  expect([await bodyOf(), await bodyOf()]).toEqual(['1', '1'])
  time += 2001
  expect([await bodyOf(), await bodyOf()]).toEqual(['2', '2'])
  time += 2001
  expect(await bodyOf()).toBe('2')
})

test('a page is rendered anew as soon as the work on what it lacks has ended, and never lacks it again', async () => {
  const pages = createPageCache({ now: () => 1000 })
  const work = Promise.withResolvers<void>()
  const rendered = (html: string, isComplete: boolean) => async () => ({
    ...{ key: 'guide', html, headers: {}, isComplete, ended: work.promise },
  })
  const open = (html: string, isComplete: boolean, keys = ['guide']) =>
    pages.getOrRender(keys, html, rendered(html, isComplete)).then(({ page }) => String(page.body))
  expect([await open('plain', false), await open('coloured', true)]).toEqual(['plain', 'plain'])
  work.resolve()
  await work.promise
  expect(await open('coloured', true)).toBe('coloured')
  expect(await open('plain again', false, [])).toBe('coloured')
})

test('a page takes no more memory than its size, as the cache counts it', async () => {
  const pages = createPageCache()
  const { page } = await pages.getOrRender([], 'guide', async () => ({ key: 'guide', html: 'short', headers: {} }))
  expect(page.body.buffer.byteLength).toBe(page.body.length)
})
