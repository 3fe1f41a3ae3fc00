import { fileURLToPath } from 'node:url'
import { openPictures, type Page } from '@quire/browser'
import { isWhole } from './whole-screen.ts'

const folder = fileURLToPath(new URL('accepted/', import.meta.url))
const accepts = process.env.ACCEPT_PICTURES === '1'
const height = 1000

/** The windows and themes of the pictures. Colours do not depend on the window, so two looks show both themes. */
export const looks = {
  'desk-light': { width: 1300, theme: 'light' },
  'phone-dark': { width: 360, theme: 'dark' },
} as const
export type Look = keyof typeof looks

/** Shows the screen of a page in a look; resolves when all of it is there. */
export async function show(page: Page, look: Look): Promise<void> {
  const { width, theme } = looks[look]
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.waitForFunction(isWhole)
  await page.evaluate(settle)
}

/** Pictures of the screens of the console; `npm run accept -- --pictures` accepts them. */
export function picturesOfScreens() {
  const pictures = openPictures(folder, accepts)
  return {
    /** Resolves with how the screen that is shown differs from its accepted picture; undefined if it does not. */
    difference: (page: Page, name: string, look: Look) =>
      pictures.lastDifference(`${name}-${look}`, async () => {
        await show(page, look)
        const screenshot = await page.screenshot({ optimizeForSpeed: true })
        // Identifiers are back if the screen was drawn again meanwhile.
        return (await page.evaluate(replaceIds)) ? undefined : screenshot
      }),
    unused: () => pictures.unused(),
  }
}

/** Replaces identifiers and ports in the texts and read-only fields of the screen; true if there were any. */
const replaceIds = `(() => {
  const id = /(?=[\\w-]*[a-z][\\w-]*[A-Z]|[\\w-]*\\d)[\\w-]{16,}/g
  const same = (text) => text.replace(id, 'identifier').replace(/(?<=localhost:|127[.]0[.]0[.]1:)\\d+/, 'port')
  let isReplaced = false
  const replace = (node, key) => {
    if (same(node[key]) === node[key]) return
    node[key] = same(node[key])
    isReplaced = true
  }
  for (const one of document.querySelectorAll('input')) if (one.readOnly) replace(one, 'value')
  // The editor takes a change of its elements for something that was typed.
  const isEditor = (node) => node.matches?.('.cm-editor')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    isEditor(node) ? NodeFilter.FILTER_REJECT : node.nodeType === 3 ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP)
  while (texts.nextNode()) replace(texts.currentNode, 'nodeValue')
  return isReplaced
})()`

/**
 * Puts the same in place of what differs in each run: times, and the colours made of identifiers. Hides the day of a previewed
 * page, and carets, which blink. Then waits until all is drawn.
 */
const settle = `(async () => {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(\`
      * { caret-color: transparent !important }
      .cm-cursorLayer { display: none !important }
      time { font-size: 0 }
      time::after { content: 'today'; font-size: 0.8125rem }
      [data-hue] { background: light-dark(#dbe6ff, #22376b) !important }
    \`)
    document.adoptedStyleSheets = [sheet]
  }
  for (const { contentDocument } of document.querySelectorAll('iframe'))
    for (const line of contentDocument?.querySelectorAll('.updated') ?? []) line.style.visibility = 'hidden'
  await document.fonts.ready
  await Promise.all(Array.from(document.images, (one) => one.decode().catch(() => undefined)))
  void ${replaceIds}
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
})()`
