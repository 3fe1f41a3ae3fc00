import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser, noPictures, violationsOf } from '@quire/browser'
import { type Screen, screensOfContent, screensOfSigningIn } from './console/console-screens.ts'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { type Look, looks, picturesOfScreens, show } from './console/pictures-of-screens.ts'
import { serveArchive } from './support/archives.ts'
import { settled, systemOf } from './support/system-databases.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000
/** The rules that a dark theme or a narrow window may break; all others are checked once. */
const ofLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable']
/** Matches the browser's report of something that is not there: a session, a schema of visitors, an invite link. */
const absence = /status of 40[014]/

let archive: Awaited<ReturnType<typeof serveArchive>>
let users: ConsoleUsers

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    archive = await serveArchive({ 'gears.md': '# Gears\n\nThey turn.\n', 'plans.docx': 'not a document' })
    users = await startConsoleUsers({}, [archive.allow])
  }, startMs)
  afterAll(async () => {
    await users?.close()
    await archive?.close()
  })

  describe('the screens of the console', lookingAtScreens)
}

function lookingAtScreens() {
  const pictures = noPictures ? undefined : picturesOfScreens()

  test('none has a fault, is broader than the window, or looks other than it was accepted, in either theme', async () => {
    const tab = await users.open()
    const faults: unknown[] = []
    const shown = new Set<unknown>()
    const look = async (screen: Screen) => {
      faults.push(...(await faultsOf(tab, screen)))
      shown.add(await tab.page.evaluate(currentRoute))
    }
    const outside = await screensOfSigningIn(users)
    for (const screen of outside.screens) await look(screen)
    await tab.goto(outside.link)
    await tab.click('button', 'Sign in')
    await tab.sees('heading', 'Acme')
    const inside = await screensOfContent(users, archive.url)
    await settled(systemOf(users.world))
    for (const screen of inside) await look(screen)
    expect(faults).toEqual([])
    expect(tab.errors.filter((error) => !absence.test(error))).toEqual([])
    // Each screen is there, and no picture is of one that is gone.
    const all = (await tab.page.evaluate(allRoutes)) as string[]
    expect(all.filter((route) => !shown.has(route))).toEqual([])
    expect(pictures?.unused() ?? []).toEqual([])
    await tab.page.close()
  }, 600_000)

  /** Opens a screen, looks at it in each way, and returns what is wrong. */
  async function faultsOf({ goto, page }: ConsolePage, { name, path }: Screen): Promise<unknown[]> {
    await goto(path)
    const faults: unknown[] = []
    for (const one of Object.keys(looks) as Look[]) {
      await show(page, one)
      const difference = await pictures?.difference(page, name, one)
      const isBroad = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      const violations = await violationsOf(page, ...(one === 'desk-light' ? [] : [ofLooks]))
      if (difference || isBroad || violations.length > 0)
        faults.push({ name, look: one, difference, isBroad, violations })
    }
    return faults
  }
}

/** The route whose screen is shown, and all routes with a screen of their own. */
const currentRoute = `window.__TSR_ROUTER__.state.matches.at(-1).routeId`
const allRoutes = `Object.values(window.__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ id }) => id)`
