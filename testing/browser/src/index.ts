import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'

export type { Browser, HTTPRequest, Page } from 'puppeteer-core'
export { decodePng, encodePalettePng } from './palette-png.ts'
export { openPictures } from './pictures.ts'

/** The reason that no browser runs here; undefined if one does. The installed browser supports one platform only. */
export const noBrowser: string | undefined =
  process.env.CHROME_PATH || (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : 'the browser of the tests runs on Linux x64: set CHROME_PATH to a Chrome or Chromium of this machine'

/** The reason that no pictures are compared here; undefined if they are. Each browser draws letters its own way. */
export const noPictures: string | undefined =
  noBrowser ??
  (process.env.CHROME_PATH
    ? 'pictures are of the browser that the tests bring, and CHROME_PATH names another'
    : undefined)

interface BrowserOptions {
  /** Addresses and ports by host name; no other name is resolved then. */
  hosts?: Record<string, string>
}

/** Starts a headless browser: that of CHROME_PATH, else that of the installed package. */
export async function openBrowser({ hosts }: BrowserOptions = {}): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  const rules = Object.entries(hosts ?? {}).map(([name, address]) => `MAP ${name} ${address}`)
  const reached = hosts ? [`--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(',')}`] : []
  const own = process.env.CHROME_PATH
  if (own) return started(() => puppeteer.launch({ args: reached, executablePath: own, headless: true }))
  const { default: chromium } = await import('@sparticuz/chromium')
  const args = [...chromium.args.filter((arg) => !lenient.has(arg)), ...reached]
  const executablePath = await unpacked(() => chromium.executablePath())
  const env = { ...process.env, FONTCONFIG_FILE: packagedFonts() }
  return started(() => puppeteer.launch({ args, executablePath, headless: 'shell', env }))
}

const maxStarts = 3

/** Starts the browser again if it crashed before it could be used, as it does now and then on a busy machine. */
async function started(start: () => Promise<Browser>): Promise<Browser> {
  for (let count = 1; ; count += 1) {
    try {
      return await start()
    } catch (error) {
      if (count === maxStarts) throw error
    }
  }
}

const unpackingMs = 120_000
const pollMs = 50

/**
 * Unpacks the browser into the temporary folder of the run. The package takes a file that is there for a whole one, so the
 * first process of a run unpacks, and the others wait until it is done.
 */
async function unpacked(unpack: () => Promise<string>): Promise<string> {
  const [lock, done] = ['unpacking', 'unpacked'].map((state) => join(tmpdir(), `quire-browser-${state}`)) as [
    string,
    string,
  ]
  const deadline = performance.now() + unpackingMs
  while (!existsSync(done)) {
    if (isFirst(lock)) {
      await unpack()
      writeFileSync(done, '')
    } else if (performance.now() > deadline)
      throw new Error(`The browser was not unpacked within ${unpackingMs / 1000} s: delete ${lock}`)
    else await setTimeout(pollMs)
  }
  return unpack()
}

/** Creates a file; false if another process has created it. */
function isFirst(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (Object(error).code === 'EEXIST') return false
    throw error
  }
}

/** Returns a configuration with the fonts of the package only, so that pages look the same on every machine. */
function packagedFonts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-fonts-'))
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${join(tmpdir(), 'fonts')}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  return file
}

/** Permissions that the package gives to pages but that no browser of a visitor gives. */
const lenient = new Set(['--disable-web-security', '--allow-running-insecure-content'])

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations of WCAG 2.2 AA on a page, or of some rules by their ids, one line each. */
export async function violationsOf(page: Page, some: readonly string[] = rules): Promise<string[]> {
  await page.evaluate(`${axe};undefined`)
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(some)} })`)
  const { violations } = found as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}
