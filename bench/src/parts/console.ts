import { openBrowser, type Page } from '@quire/browser'
import { createOrganization, importSpace } from '../data/pages.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'

const openedPages = 2000
const rounds = 5

const firstLoad = 'the first screen of the console in a new browser'
const opened = `a space of ${openedPages.toLocaleString('en')} pages opened from the navigation`
const scrolled = 'the longest frame while the tree of 10,000 pages scrolls'
const found = 'the first page that a search shows as one types'

/** Measures what people wait for in the console, in a headless browser that works on the cores of the system. */
export const consolePart: Part<Measuring> = {
  name: 'console',
  targets: [
    { name: firstLoad, unit: 'ms', max: 2000 },
    { name: opened, unit: 'ms', max: 300 },
    { name: scrolled, unit: 'ms', max: 50 },
    { name: found, unit: 'ms', max: 150 },
  ],
  async measure(on) {
    const organization = await createOrganization(on, 'Console')
    const { id: space } = await importSpace(on, organization, `${openedPages}`)
    const { id: large } = await importSpace(on, organization, `${on.options.largeSpacePages}`)
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.setViewport({ width: 1440, height: 900 })
      await page.goto(await on.quire.signInLink('ada@example.com'))
      await page.locator('button[type=submit], main button').click()
      await page.waitForSelector(`a[href$="/s/${space}"]`)
      const at = `${on.quire.gateway}/o/${organization}`
      const loads = await repeated(() => timeOfLoad(page, at))
      const openings = await repeated(() => timeOfOpening(page, at, space))
      const searches = await repeated((round) => timeOfSearch(page, at, round))
      const frames = await framesOfScrolling(page, `${on.quire.gateway}/s/${large}`)
      return {
        figures: new Map([
          [firstLoad, median(loads)],
          [opened, median(openings)],
          [scrolled, Math.max(...frames)],
          [found, median(searches)],
        ]),
        details: `${frames.length} frames of the tree, the median of ${median(frames).toFixed(1)} ms`,
      }
    } finally {
      await browser.close()
    }
  },
}

async function repeated(measure: (round: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await measure(round))
  return times
}

/** Loads the console without its files in the cache; returns the milliseconds until its navigation names the spaces. */
async function timeOfLoad(page: Page, address: string): Promise<number> {
  await page.setCacheEnabled(false)
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(`document.querySelector('main h2') && document.querySelector('nav a[href*="/s/"]')`)
  await page.setCacheEnabled(true)
  return (await page.evaluate('performance.now()')) as number
}

/** Opens a space by its link; returns the milliseconds until its first page is there, with the tree beside it. */
async function timeOfOpening(page: Page, address: string, space: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle0' })
  return (await page.evaluate(`new Promise((done) => {
    const begun = performance.now()
    document.querySelector('nav a[href$="/s/${space}"]').click()
    const look = () => document.querySelector('article .text') && document.querySelector('nav li a[href*="/p/"]')
      ? done(performance.now() - begun)
      : requestAnimationFrame(look)
    look()
  })`)) as number
}

const searched = ['access', 'account', 'answer', 'archive', 'author']

/** Types a word; returns the milliseconds from its last letter until the first page is shown. */
async function timeOfSearch(page: Page, address: string, round: number): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle0' })
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.waitForSelector('[role=combobox]')
  await page.keyboard.type(searched[round] ?? 'access')
  const begun = performance.now()
  await page.waitForSelector('[role=option] small')
  return performance.now() - begun
}

/** Opens all branches of a tree and scrolls it to its end; returns the milliseconds of each frame. */
async function framesOfScrolling(page: Page, address: string): Promise<number[]> {
  await page.goto(address, { waitUntil: 'networkidle0' })
  await page.waitForSelector('nav li a[href*="/p/"]')
  return (await page.evaluate(`new Promise((done) => {
    const tree = [...document.querySelectorAll('nav')].find((one) => one.querySelector('a[href*="/p/"]') && one.scrollHeight > 0)
    for (const fold of tree.querySelectorAll('button[aria-expanded=false]')) fold.click()
    setTimeout(() => {
      const frames = []
      let last = performance.now()
      const step = () => {
        const now = performance.now()
        frames.push(now - last)
        last = now
        tree.scrollTop += 400
        if (frames.length < 300 && tree.scrollTop + tree.clientHeight < tree.scrollHeight) requestAnimationFrame(step)
        else done(frames.slice(1))
      }
      requestAnimationFrame(step)
    }, 2000)
  })`)) as number[]
}
