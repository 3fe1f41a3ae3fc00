import { expect, test } from '@jest/globals'
import { keptPages } from './kept-pages.ts'

test('a page whose name does not say all that it depends on is rendered anew after its time', async () => {
  let time = 1000
  const pages = keptPages({ now: () => time })
  let rendered = 0
  const shown = async (name: string, keptForMs?: number) => {
    const made = { name, html: `${name} ${++rendered}`, headers: {}, ...(keptForMs !== undefined && { keptForMs }) }
    return String((await pages.get([name], name, async () => made)).page.body)
  }
  expect([await shown('api', 60_000), await shown('api'), await shown('guide')]).toEqual(['api 1', 'api 1', 'guide 3'])
  time += 60_001
  expect(pages.known('api')).toBeUndefined()
  expect([await shown('api'), await shown('guide')]).toEqual(['api 4', 'guide 3'])
})

test('a page that lacks what took too long is shown to those who come at once, and rendered anew for later ones', async () => {
  let time = 1000
  const pages = keptPages({ now: () => time })
  let rendered = 0
  const render = async () => ({ name: 'guide', html: String(++rendered), headers: {}, isComplete: rendered > 1 })
  const shown = async () => String((await pages.get(['guide'], 'guide', render)).page.body)
  expect([await shown(), await shown()]).toEqual(['1', '1'])
  time += 2001
  expect([await shown(), await shown()]).toEqual(['2', '2'])
  time += 2001
  expect(await shown()).toBe('2')
})
