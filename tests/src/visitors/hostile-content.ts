import { expect, test } from '@jest/globals'
import type { Page } from '@quire/browser'
import { processed } from '../support/petstore.ts'
import { type BrowserVisitors, publicOrigin } from './browser-visitors.ts'
import {
  hostileCustomization,
  hostileFiles,
  hostileSpecification,
  hostileTexts,
  interfaceText,
} from './hostile-pages.ts'
import { incidentsOn } from './incidents.ts'
import { markup, short } from './vectors.ts'

const site = `${publicOrigin}/sites/hostile`
let files: string[]

/** Publishes a site of which everything is hostile, at `hostile`. */
export async function seedHostile({ made, space, site, world }: BrowserVisitors) {
  await processed(world, () =>
    made('createOpenAPISpec', {}, { slug: 'hostile', source: { text: hostileSpecification } }),
  )
  const pages = Object.entries(hostileTexts).map(([slug, markdown]) => ({
    title: `${markup.join(' ').slice(0, 480)} ${slug}`,
    markdown,
    fields: { slug, description: markup.join(' ').slice(0, 999), icon: short },
  }))
  const shown = '![x](/files/{file 0})\n\n<img src="/files/{file 0}" alt="x">\n\n{% file src="/files/{file 1}" %}'
  const front = { title: short, markdown: `${shown}\n\n${interfaceText('hostile')}`, fields: { slug: 'front' } }
  const hostile = await space({ title: short, files: hostileFiles, pages: [front, ...pages] })
  files = (await made('listFiles', { spaceId: hostile })).items.map(({ id }: { id: string }) => `${hostile}/${id}`)
  const beside = { title: 'Beside', markdown: short }
  const [variant, section] = [
    await space({ title: `${short} 2`, pages: [beside] }),
    await space({ title: `${short} 3`, pages: [beside] }),
  ]
  const siteId = await site('hostile', short, [hostile, variant], hostileCustomization)
  const added = await made('addSectionToSite', { siteId }, { spaceId: section, title: short, icon: short })
  await made('addSectionGroupToSite', { siteId }, { title: short, icon: short, sections: [added.id] })
}

/** Opens what is folded, chooses every tab, and presses, points at and goes to all that is there. */
const touchAll = (page: Page) =>
  page.evaluate(`
    for (const details of document.querySelectorAll('details')) details.open = true
    for (const button of document.querySelectorAll('[role=tab], .annotation, [data-action=select], [data-copy], [data-more], [data-theme-switch]')) button.click()
    for (const element of document.querySelectorAll('main :is(a, button, summary, [tabindex])')) element.focus({ preventScroll: true })
    for (const element of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'pointerenter', 'animationstart']) element.dispatchEvent(new Event(type))
    }
  `)

/** Elements that no page of ours has, and addresses that lead nowhere good. */
const strangers = (page: Page) =>
  page.evaluate(`
    const strange = Array.from(
      document.querySelectorAll('base, iframe, object, embed, template, [style], [srcdoc], [formaction]:not(.search-again *), [ping], meta[http-equiv], body link, body style, body script, main form:not(.search-again)'),
      (element) => element.outerHTML.slice(0, 100));
    const leading = ['href', 'src', 'action', 'formaction', 'data-picture', 'data-frame'].flatMap((name) =>
      Array.from(document.querySelectorAll('[' + name + ']'), (element) => new URL(element.getAttribute(name), location.href).protocol));
    [...strange, ...new Set(leading.filter((protocol) => !/^(?:https?|mailto|tel|data):$/.test(protocol)))]
  `) as Promise<string[]>

/** Visits an address of the site and uses every control; returns the incidents. */
async function incidentsAt({ open }: BrowserVisitors, path: string, policy: 'kept' | 'ignored') {
  const page = await open()
  const incidents = await incidentsOn(page)
  await page.setBypassCSP(policy === 'ignored')
  const answer = await page.goto(site + path)
  const found = await strangers(page)
  await touchAll(page)
  const at = page.url()
  await page.close()
  return {
    status: answer?.status() === 404 ? 404 : 200,
    at: at.replace(/#.*/, ''),
    incidents: [...incidents, ...found],
  }
}

/** Tests that content never runs scripts, never requests other hosts and never redirects visitors. */
export function hostileContent(readersOf: () => BrowserVisitors) {
  test('what is watched for is noticed', async () => {
    const page = await readersOf().open()
    const incidents = await incidentsOn(page)
    await page.setBypassCSP(true)
    await page.goto(`${publicOrigin}/sites/nothing`)
    await page.setContent(
      '<p style=""></p><iframe></iframe><img src="https://evil.test/x"><script>pwn(); alert(1)</script>',
    )
    expect(await strangers(page)).toHaveLength(3)
    await page.close()
    expect(incidents.map((one) => one.replace(/ .*/, '')).sort()).toEqual(['asks', 'dialog', 'has', 'pwned'])
  })

  // Content that only the policy blocks would run in a browser without support for policies.
  const paths = ['', ...Object.keys(hostileTexts).map((slug) => `/${slug}`)]
  const visits = [...paths.map((path) => [path, 'ignored'] as const), ['', 'kept'] as const]
  test.each(visits)(
    'nothing that people write runs at “%s”, asks others for something or leads away, where the policy is %s',
    async (path, policy) => {
      const calm = { status: 200, at: site + path, incidents: [] }
      expect(await incidentsAt(readersOf(), path, policy)).toEqual(calm)
    },
  )

  test('what a reader asks for is shown as it is: in the search, in its results, and at addresses that lead nowhere', async () => {
    const query = encodeURIComponent(`pwn ${short}`)
    for (const path of [
      `/-/search?q=${query}`,
      `/${encodeURIComponent(short.replaceAll('/', ''))}`,
      `/words%22onload=pwn()//#${query}`,
    ]) {
      const { incidents } = await incidentsAt(readersOf(), path, 'ignored')
      expect([path, incidents]).toEqual([path, []])
    }
    const page = await readersOf().open()
    const incidents = await incidentsOn(page)
    await page.setBypassCSP(true)
    await page.goto(site)
    await page.keyboard.press('/')
    await page.keyboard.type(`pwn ${short}`)
    await page.waitForSelector('.search-page')
    expect([await strangers(page), incidents]).toEqual([[], []])
    await page.close()
  })

  test('files of people run nothing where they are opened by themselves', async () => {
    for (const file of files) {
      const page = await readersOf().open()
      const incidents = await incidentsOn(page)
      // A browser that saves it opens no page.
      await page.goto(`${site}/-/files/${file}`).catch((error: Error) => expect(error.message).toContain('ERR_ABORTED'))
      await page.close()
      expect([file, incidents]).toEqual([file, []])
    }
    expect(files).toHaveLength(2)
  })
}
