import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from '@jest/globals'
import { openPictures, type Page } from '@quire/browser'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'
import { interfaceText } from './hostile-pages.ts'
import { manualLooks, picture } from './manual.ts'
import { specimen } from './specimen.ts'

const folder = fileURLToPath(new URL('accepted/', import.meta.url))
const accepts = process.env.ACCEPT_PICTURES === '1'
const widths = [1300, 800, 360]
const height = 800

/** A page with a dialog or list opened on it. `part` is the element of the picture; the window if absent. */
interface Subject {
  path: string
  open?: (page: Page) => Promise<unknown>
  part?: string
  widths?: readonly number[]
  /** Finds what a busy machine may draw only on a later visit. */
  drawn?: readonly string[]
}

/** Waits for the last results: those of the first letters may come before. */
const hasText = (selector: string, text: string) =>
  `Array.from(document.querySelectorAll('${selector}')).some((one) => one.textContent === '${text}')`
const searching = async (page: Page) => {
  await page.keyboard.press('/')
  await page.keyboard.type('spring')
  await page.waitForFunction(hasText('.search-dialog mark', 'spring'))
}
const asking = async (page: Page) => {
  await page.keyboard.press('/')
  await page.waitForSelector('.search-dialog[open]')
  await page.keyboard.type('When do I oil the spring?')
  await page.waitForFunction(hasText('.search-question', 'Ask “When do I oil the spring?”'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.answer [aria-busy=false] strong')
}
const unfolding = (page: Page) =>
  page.evaluate(`for (const list of document.querySelectorAll('.text details')) list.open = true`)
const pressing = (selector: string) => (page: Page) => page.evaluate(`document.querySelector('${selector}').click()`)

const subjects: Record<string, Subject> = {
  blocks: { path: 'manual', part: 'main', open: unfolding, drawn: ['math'] },
  specimen: { path: 'specimen', part: 'main', drawn: ['math', '.hljs-keyword', '.diagram svg'] },
  interface: { path: 'specimen/interface', part: 'main', drawn: ['.api .hljs-string'] },
  frame: { path: 'specimen' },
  foot: { path: 'manual/turning', part: '.foot' },
  results: { path: 'manual/turning', open: searching },
  answer: { path: 'manual/turning', open: asking },
  menu: { path: 'manual/turning', open: pressing('.menu-button'), widths: [800, 360] },
  actions: { path: 'manual/turning', open: pressing('.page-actions summary') },
  versions: { path: 'manual/turning', open: pressing('.variants summary'), widths: [1300] },
  note: { path: 'specimen', open: pressing('.text [popovertarget]') },
  'results-page': { path: 'manual/-/search?q=crank', part: 'main' },
  'answer-page': { path: 'manual/-/ask?q=When+do+I+oil+the+spring', part: 'main' },
  missing: { path: 'manual/nowhere/turning', part: 'main' },
}

/** Publishes the pages that only pictures are taken of, at `specimen`; needs the specification of the manual. */
export async function seedSpecimen({ space, site }: BrowserVisitors) {
  const files = [{ name: 'wheel.svg', contentType: 'image/svg+xml', text: picture }]
  const pages = [
    {
      title: 'Hand pump',
      markdown: specimen,
      fields: { slug: 'pump', description: 'How it works, and how it is kept.' },
    },
    {
      title: 'Interface',
      markdown: interfaceText('pets', 'Pets'),
      fields: { slug: 'interface', layout: { width: 'wide' } },
    },
  ]
  await site('specimen', 'Pumps', [await space({ title: 'Pumps', files, pages })], manualLooks)
}

/** Compares pages with accepted pictures, in both themes and three widths; `npm run accept -- --pictures` accepts them. */
export function picturesOfPages(readersOf: () => BrowserVisitors) {
  const pictures = openPictures(folder, accepts)

  test.each(Object.entries(subjects))(
    '%s looks as it was accepted',
    async (name, subject) => {
      const differences: (string | undefined)[] = []
      const page = await readersOf().open()
      await visitWhole(page, subject)
      await subject.open?.(page)
      for (const width of subject.widths ?? widths)
        for (const theme of ['light', 'dark'] as const) {
          // A busy browser may not have drawn all of a long page when it is asked for its picture.
          const take = async () => {
            await lookAs(page, width, theme)
            return pictureOf(page, subject.part)
          }
          differences.push(await pictures.lastDifference(`${name}-${width}-${theme}`, take))
        }
      await page.close()
      expect(differences.filter((one) => one !== undefined)).toEqual([])
    },
    180_000,
  )

  afterAll(() => expect(pictures.unused()).toEqual([]))
}

/** Visits a page, again as long as a slow part of it is not drawn yet. */
async function visitWhole(page: Page, { path, drawn = [] }: Subject): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.goto(`${publicOrigin}/sites/${path}`)
    const found = await Promise.all(drawn.map((selector) => page.$(selector)))
    if (found.every((one) => one !== null)) return
  }
  throw new Error(`${path} has not all of ${drawn.join(', ')}`)
}

async function lookAs(page: Page, width: number, theme: 'light' | 'dark') {
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.evaluate(settle)
}

async function pictureOf(page: Page, part: string | undefined): Promise<Uint8Array> {
  if (part === undefined) return page.screenshot({ optimizeForSpeed: true })
  const box =
    await page.evaluate(`(({ left, top, width, height }) => ({ x: Math.round(left), y: Math.round(top + scrollY),
    width: Math.round(width), height: Math.round(height) }))(document.querySelector('${part}').getBoundingClientRect())`)
  return page.screenshot({
    clip: box as { x: number; y: number; width: number; height: number },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  })
}

/**
 * Waits until the page is drawn with all its fonts and pictures. Hides the caret, which blinks, emoji, which the browser
 * has no font of, and the date of the page, which is today's.
 */
const settle = `(async () => {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { caret-color: transparent !important } .emoji, .updated { visibility: hidden !important }')
    document.adoptedStyleSheets = [sheet]
  }
  for (const one of document.images) one.loading = 'eager'
  await document.fonts.ready
  await Promise.all(Array.from(document.images, (one) => one.decode().catch(() => undefined)))
  scrollTo(0, 0)
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
})()`
