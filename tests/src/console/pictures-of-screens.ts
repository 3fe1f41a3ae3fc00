import { fileURLToPath } from 'node:url'
import { openPictures, type Page } from '@quire/browser'
import type { Screen } from './screen.ts'

const folder = fileURLToPath(new URL('accepted/', import.meta.url))
const accepts = process.env.ACCEPT_PICTURES === '1'
/** The least and the greatest height of a window, which is as high as what it shows in between. */
const heights = { least: 1000, most: 2600 }

/** The windows and themes in which screens are looked at: both of each, since colours do not depend on the window. */
export const looks = {
  'desk-light': { width: 1300, theme: 'light' },
  'phone-dark': { width: 360, theme: 'dark' },
} as const
export type Look = keyof typeof looks

/** Shows the screen of a page in a look; resolves when all of it is there, or `isThere` is true. */
export async function show(page: Page, look: Look, isThere = isWhole): Promise<void> {
  const { width, theme } = looks[look]
  const before = page.viewport()
  if (before?.width !== width) await page.setViewport({ width, height: heights.least })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.waitForFunction(isThere)
  // Once: what is as high as the window would grow with it.
  if (page.viewport()?.height === heights.least) {
    const height = (await page.evaluate(shownHeight)) as number
    await page.setViewport({ width, height: Math.min(Math.max(height, heights.least), heights.most) })
  }
  await page.evaluate(settle)
}

/** The height of everything on the screen. */
const shownHeight = 'document.documentElement.scrollHeight'

/** Pictures of the screens of the console; `npm run accept -- --pictures` accepts them. */
export function picturesOfScreens() {
  const pictures = openPictures(folder, accepts)
  return {
    /** Resolves with how the screen that is shown differs from its accepted picture; undefined if it does not. */
    difference: (page: Page, { name, isThere }: Pick<Screen, 'name' | 'isThere'>, look: Look) =>
      pictures.lastDifference(`${name}-${look}`, async () => {
        await show(page, look, isThere)
        const screenshot = await page.screenshot({ optimizeForSpeed: true })
        // Identifiers are back if the screen was drawn again meanwhile.
        return (await page.evaluate(replaceIds)) ? undefined : screenshot
      }),
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

/** Replaces identifiers and ports in the texts and read-only fields of the screen; true if there were any. */
const replaceIds = `(() => {
  const id = /(?=[\\w-]*[a-z][\\w-]*[A-Z]|[\\w-]*\\d)[\\w-]{16,}/g
  const commit = /\\b(?=[a-f]*\\d)[0-9a-f]{7,8}\\b/g
  const same = (text) => text.replace(id, 'identifier').replace(commit, 'commit').replace(/(?<=localhost:|127[.]0[.]0[.]1:)\\d+/, 'port')
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
