import { beforeAll, expect, test } from '@jest/globals'
import { type Page, violationsOf } from '@quire/browser'
import type { BrowserVisitors } from './browser-visitors.ts'

/** Holds the edges of a box, in pixels of the window. */
type Box = Record<'top' | 'bottom' | 'left' | 'right', number>

/** Asks a question in the open search dialog of a page. */
async function ask(page: Page, question: string) {
  await page.keyboard.type(question)
  await page.waitForSelector('.search-page')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
}

/** Tests that a visitor can ask a site by keyboard alone. */
export function askingSites(readersOf: () => BrowserVisitors) {
  beforeAll(() => readersOf().indexed())

  test('a question is asked by keyboard alone, and its answer leads to the page that it rests on', async () => {
    const page = await readersOf().visit('manual')
    await page.keyboard.press('/')
    await page.waitForSelector('.search-question')
    expect(await violationsOf(page)).toEqual([])
    await ask(page, 'When do I oil the spring?')
    await page.waitForSelector('.answer [aria-busy=false] a[href$="/turning#spring"]')
    expect(await page.evaluate('document.querySelector(".answer .text").textContent')).toContain('each year')
    expect(await violationsOf(page)).toEqual([])
    await page.focus('.answer-list a')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect(new URL(page.url()).pathname).toBe('/sites/manual/turning')
    await page.close()
  })

  test('a button in a page asks its question', async () => {
    const page = await readersOf().visit('manual/turning')
    const button = 'button[data-action=ask]:not([hidden])'
    await page.waitForSelector(button)
    await page.focus(button)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.answer [aria-busy=false] a[href$="/turning#spring"]')
    await page.close()
  })

  test('a bold word of an answer stands on the line of the words before it', async () => {
    const page = await readersOf().visit('manual')
    await page.keyboard.press('/')
    await page.waitForSelector('.search-dialog[open]')
    await ask(page, 'When do I oil the spring?')
    await page.waitForSelector('.answer [aria-busy=false] strong')
    const boxes = await page.evaluate(`(() => {
      const bold = document.querySelector('.answer .text strong')
      const before = document.createRange()
      before.selectNodeContents(bold.previousSibling)
      const boxOf = ({ top, bottom, left, right }) => ({ top, bottom, left, right })
      return { text: bold.textContent, before: boxOf([...before.getClientRects()].at(-1)), bold: boxOf(bold.getClientRects()[0]) }
    })()`)
    const { text, before, bold } = boxes as { text: string; before: Box; bold: Box }
    expect(text).toBe('each year')
    expect(bold.top).toBeLessThan(before.bottom)
    expect(bold.bottom).toBeGreaterThan(before.top)
    expect(bold.left).toBeGreaterThanOrEqual(before.right - 1)
    await page.close()
  })
}
