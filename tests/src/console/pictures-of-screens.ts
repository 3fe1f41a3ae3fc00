import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPictures, type Page } from '@quire/browser'

const folder = fileURLToPath(new URL('accepted/', import.meta.url))
const accepts = process.env.ACCEPT_PICTURES === '1'
const height = 1000
/** Milliseconds that a screen may take to look as accepted, on a busy machine, and between two looks at it. */
const lateMs = 20_000
const pauseMs = accepts ? 1000 : 200

/** How a screen is looked at: window and theme. Colours do not depend on the window, so both themes are seen. */
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
    async difference(page: Page, name: string, look: Look): Promise<string | undefined> {
      const deadline = performance.now() + lateMs
      for (;;) {
        if (accepts) await setTimeout(pauseMs)
        const found = pictures.difference(`${name}-${look}`, await page.screenshot({ optimizeForSpeed: true }))
        if (!found || performance.now() > deadline) return found
        await setTimeout(pauseMs)
        await show(page, look)
      }
    },
    unused: () => pictures.unused(),
  }
}

/** True when nothing is being loaded any more: no route, no data, no previewed page. */
const isWhole = `(() => {
  const { state, options } = window.__TSR_ROUTER__ ?? {}
  const isLoaded = state?.status === 'idle' && options.context.queries.isFetching() === 0
  const isShown = document.querySelector('h1') && document.querySelector('main') && !document.querySelector('[aria-busy=true]')
  const frames = [...document.querySelectorAll('iframe')]
  return isLoaded && isShown && frames.every((frame) => frame.contentDocument?.body?.innerText)
})()`

/**
 * Puts the same in place of what differs in each run: times, identifiers and the colours made of them. Hides carets, which
 * blink. Then waits until all is drawn.
 */
const settle = `(async () => {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { caret-color: transparent !important } .cm-cursorLayer { display: none !important }')
    document.adoptedStyleSheets = [sheet]
  }
  const id = /(?=\\w*[a-z]\\w*[A-Z]|\\w*\\d)[\\w-]{16,}/g
  for (const one of document.querySelectorAll('time')) one.textContent = 'today'
  for (const one of document.querySelectorAll('[data-hue]')) one.dataset.hue = '0'
  for (const one of document.querySelectorAll('input')) if (one.readOnly) one.value = one.value.replace(id, 'identifier')
  // The editor takes a change of its elements for something that was typed.
  const isEditor = (node) => node.matches?.('.cm-editor')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    isEditor(node) ? NodeFilter.FILTER_REJECT : node.nodeType === 3 ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP)
  while (texts.nextNode()) {
    const text = texts.currentNode.nodeValue
    const same = text.replace(id, 'identifier').replace(/(?<=localhost:|127[.]0[.]0[.]1:)\\d+/, 'port')
    if (same !== text) texts.currentNode.nodeValue = same
  }
  await document.fonts.ready
  await Promise.all(Array.from(document.images, (one) => one.decode().catch(() => undefined)))
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
})()`
