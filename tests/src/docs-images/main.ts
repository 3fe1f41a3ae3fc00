// npm run docs-images
// Takes the pictures of the console in docs/images again, of the demo with a few more people: look at each one that changed.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decodePng, encodePalettePng, openBrowser } from '@quire/browser'
import { startTestServers } from '@quire/embedded'
import { isWhole } from '../console/whole-screen.ts'
import { signInLink } from '../support/operator.ts'
import { shownDemo } from './shown-demo.ts'
import { search, settle, usualAddress } from './shown-screen.ts'

const origin = 'http://quire.localhost'
const folder = resolve(import.meta.dirname, '../../../docs/images')

const servers = await startTestServers(process.env)
process.env.TEST_POSTGRES_URL = servers.postgresUrl
process.env.TEST_NATS_URL = servers.natsUrl
try {
  // Loaded once the servers are known.
  const { createWorld } = await import('@quire/world')
  const world = await createWorld({ env: { PUBLIC_URL: origin } })
  const gateway = world.gateways[0] ?? ''
  const { organizationId, spaceId, changeRequestId, siteId } = await shownDemo(world)
  const browser = await openBrowser({ hosts: { 'quire.localhost': new URL(gateway).host } })
  try {
    const page = await browser.newPage()
    await page.setViewport({ width: 1300, height: 820 })
    const go = async (path: string) => {
      await page.goto(`${origin}${path}`)
      await page.waitForFunction(isWhole)
    }
    const shoot = async (name: string) => {
      for (const theme of ['light', 'dark']) {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: theme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ])
        await page.waitForFunction(isWhole)
        await page.evaluate(usualAddress(gateway))
        await page.evaluate(settle)
        writeFileSync(resolve(folder, `${name}-${theme}.png`), encodePalettePng(decodePng(await page.screenshot())))
        process.stdout.write(`${name}-${theme}.png\n`)
      }
    }
    await page.goto(`${origin}${await signInLink(world, '--email', 'ada@example.com')}`)
    await page.locator('::-p-aria([name="Sign in"][role="button"])').click()
    await page.waitForSelector('::-p-aria([name="Quire demo"][role="heading"])')
    const inSite = `/o/${organizationId}/sites/${siteId}`
    for (const [name, path] of [
      ['console', `/s/${spaceId}`],
      ['console-change-request', `/s/${spaceId}/changes/${changeRequestId}`],
      ['console-customization', `${inSite}/customization`],
      ['console-structure', `${inSite}/structure`],
      ['console-members', `/o/${organizationId}/members`],
    ] as const) {
      await go(path)
      await shoot(name)
    }
    await go(`/o/${organizationId}`)
    await search(page, 'how do I publish a site')
    await shoot('console-palette')
  } finally {
    await browser.close()
    await world.close()
  }
} finally {
  await servers.stop()
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
