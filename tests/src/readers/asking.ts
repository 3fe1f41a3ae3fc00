import { expect, test } from '@jest/globals'
import { violationsOf } from '@quire/browser'
import type { Readers } from './readers.ts'

/** That a reader asks a site by keyboard alone. */
export function askingSites(readersOf: () => Readers) {
  test('a question is asked by keyboard alone, and its answer leads to the page that it rests on', async () => {
    const page = await readersOf().visit('manual')
    await page.keyboard.press('/')
    await page.waitForSelector('.search-question')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type('When do I oil the spring?')
    await page.waitForSelector('.search-page')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.answer [aria-busy=false] a[href$="/turning#spring"]')
    expect(await page.evaluate('document.querySelector(".answer .text").textContent')).toContain('each year')
    expect(await violationsOf(page)).toEqual([])
    await page.focus('.answer-list a')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect(new URL(page.url()).pathname).toBe('/sites/manual/turning')
    await page.close()
  })
}
