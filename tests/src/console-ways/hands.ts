import type { Page } from '@quire/browser'
import type { ConsolePage } from '../console/console-users.ts'

/** What somebody does on a screen, each on the first element that a selector finds. */
export interface Hand {
  /** Presses a button or link. */
  press(selector: string): Promise<void>
  /** Replaces the text of a field. */
  write(selector: string, text: string): Promise<void>
  /** Marks one of several choices, or a box. */
  mark(selector: string): Promise<void>
  /** Chooses a file. */
  attach(selector: string, path: string): Promise<void>
}

/** Selects an element by its role and name, anywhere or within another one. */
export const by = (role: string, name: string, within = '') => `${within} ::-p-aria([name="${name}"][role="${role}"])`

export const pointer = ({ page, clickOn }: ConsolePage): Hand => ({
  press: clickOn,
  write: (selector, text) => page.locator(selector).fill(text),
  mark: clickOn,
  async attach(selector, path) {
    const field = await page.waitForSelector(selector)
    await (field as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path)
  },
})

/** Does everything without a pointer: what Tab and the arrow keys do not lead to cannot be used. */
export const keys = ({ page }: ConsolePage): Hand => ({
  async press(selector) {
    await tabTo(page, selector, isFocused)
    await page.keyboard.press('Enter')
  },
  async write(selector, text) {
    await tabTo(page, selector, isFocused)
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    await page.keyboard.sendCharacter(text)
  },
  async mark(selector) {
    // Tab leads to one of several choices, and arrow keys to the others.
    await tabTo(page, selector, isBesideFocus)
    await pressUntil(page, 'ArrowDown', selector, isFocused)
    const isMarked = await (await page.waitForSelector(selector))?.evaluate((field) => Object(field).checked)
    if (!isMarked) await page.keyboard.press('Space')
  },
  async attach(selector, path) {
    // The field may be drawn again between the focus and the key: then the key is pressed again.
    for (let attempt = 1; ; attempt++) {
      await tabTo(page, selector, isFocused)
      const [chosen] = await Promise.allSettled([
        page.waitForFileChooser({ timeout: 5000 }),
        page.keyboard.press('Enter'),
      ])
      if (chosen.status === 'fulfilled') return chosen.value.accept([path])
      if (attempt === maxAttempts) throw chosen.reason
    }
  },
})

type State = 'there' | 'elsewhere' | 'gone'
const maxPresses = 200
const maxAttempts = 5

const tabTo = (page: Page, selector: string, stateOf: (element: unknown) => State) =>
  pressUntil(page, 'Tab', selector, stateOf)

/** Presses a key until the focus is where it is wanted. */
async function pressUntil(
  page: Page,
  key: 'Tab' | 'ArrowDown',
  selector: string,
  stateOf: (element: unknown) => State,
) {
  let wanted = await page.waitForSelector(selector)
  // No key leads to a button that cannot be pressed yet.
  await page.waitForFunction((element) => !Object(element).isConnected || !Object(element).disabled, {}, wanted)
  for (let presses = 0; ; presses++) {
    const state = await wanted?.evaluate(stateOf)
    if (state === 'there') return
    if (presses > maxPresses) throw new Error(`${key} does not lead to ${selector}`)
    if (state === 'elsewhere') await page.keyboard.press(key)
    // A screen that was rendered again has another element in its place.
    else wanted = await page.waitForSelector(selector)
  }
}

/** Runs in the page: finds out if an element has the focus. */
function isFocused(element: unknown): State {
  if (!Object(element).isConnected) return 'gone'
  return Object(globalThis).document.activeElement === element ? 'there' : 'elsewhere'
}

/** Runs in the page: finds out if an element or another choice of its group has the focus. */
function isBesideFocus(element: unknown): State {
  const { isConnected, type, name } = Object(element)
  if (!isConnected) return 'gone'
  const { activeElement } = Object(globalThis).document
  const isBeside = type === 'radio' && activeElement.type === 'radio' && activeElement.name === name
  return isBeside || activeElement === element ? 'there' : 'elsewhere'
}
