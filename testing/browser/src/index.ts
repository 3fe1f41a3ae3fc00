import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'puppeteer-core'

export type { Browser, Page } from 'puppeteer-core'

/** Why no browser runs here; undefined where one does. The one that is installed is made for one kind of machine. */
export const noBrowser: string | undefined =
  process.env.CHROME_PATH || (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : 'the browser of the tests runs on Linux x64: set CHROME_PATH to a Chrome or Chromium of this machine'

/** Starts a browser without a window: that of CHROME_PATH, else the one that comes as a package. */
export async function openBrowser(): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  const own = process.env.CHROME_PATH
  if (own) return puppeteer.launch({ executablePath: own, headless: true })
  const { default: chromium } = await import('@sparticuz/chromium')
  return puppeteer.launch({ args: chromium.args, executablePath: await chromium.executablePath(), headless: 'shell' })
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a page does that WCAG 2.2 AA forbids, one line each; nothing is right. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(`${axe};undefined`)
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} })`)
  const { violations } = found as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}
