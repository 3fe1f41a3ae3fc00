import type { Page } from '@quire/browser'

/** Searches the organization, and waits for pages that are found. */
export async function search(page: Page, text: string) {
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.waitForSelector('input[role=combobox]')
  await page.keyboard.type(text)
  await page.waitForSelector('[role=option] small')
}

/** Returns a script that shows the address at which an installation usually is in place of that of the gateway. */
export const usualAddress = (gateway: string) => `{
  const frames = [...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)
  for (const shown of [document, ...frames]) {
    const walker = document.createTreeWalker(shown.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      walker.currentNode.nodeValue = walker.currentNode.nodeValue.replaceAll('${gateway}', 'http://127.0.0.1:4000')
  }
}`

/**
 * Hides the handles and menus of rows, which show themselves near the pointer: this browser has none, and so they are always
 * there. Resolves once nothing on the screen moves any more.
 */
export const settle = `(async () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(\`
    [data-tight] { padding-inline-start: 0 !important }
    [data-tight] > [aria-hidden], [data-tight] > span:has(> [aria-haspopup]) { visibility: hidden }
  \`)
  document.adoptedStyleSheets = [sheet]
  await document.fonts.ready
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
  for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
})()`
