import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda } from './console/sign-in-by-mail.ts'
import { by, keys } from './console-ways/hands.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let users: ConsoleUsers
let ada: ConsolePage

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    ada = await openAda(users)
  }, startMs)
  afterAll(() => users?.close())

  describe('with the pointer', dragging)
  describe('by the menus of the tree of spaces', choosing)
}

type Place = 'before' | 'inside' | 'after'
/** The part of a row, from its upper edge, that stands for each place. */
const heights: Record<Place, number> = { before: 0.1, inside: 0.5, after: 0.9 }
const patienceMs = 30_000
const pauseMs = 50

/** Drags an entry by its handle over another one until that shows the place, and lets it go there. */
async function drag(item: string, place: Place, target: string) {
  const { mouse } = ada.page
  const row = (id: string) => `[data-sortable="${id}"]`
  const boxOf = async (selector: string) => {
    const box = await (await ada.page.waitForSelector(selector))?.boundingBox()
    if (!box) throw new Error(`${selector} is out of sight`)
    return box
  }
  const handle = await boxOf(`${row(item)} > [aria-hidden]`)
  await mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await mouse.down()
  const { x, y, width, height } = await boxOf(row(target))
  const isShown = `document.querySelector('${row(target)}[data-drop=${place}]') !== null`
  for (const deadline = performance.now() + patienceMs; !(await ada.page.evaluate(isShown)); ) {
    if (performance.now() > deadline) throw new Error(`The place ${place} ${target} was not shown`)
    // A browser says where the pointer is only as long as it moves.
    for (const aside of [0, 1]) await mouse.move(x + width / 2 + aside, y + height * heights[place], { steps: 3 })
    await setTimeout(pauseMs)
  }
  await mouse.up()
}

const newOrganization = async (title: string): Promise<string> =>
  (await users.made('createOrganization', {}, { title })).id
const newCollection = async (organizationId: string, title: string): Promise<string> =>
  (await users.made('createCollection', { organizationId }, { title })).id
const newSpace = async (organizationId: string, title: string, parent?: string): Promise<string> =>
  (await users.made('createSpace', { organizationId }, { title, parent })).id

/** Resolves when the tree of spaces has these entries in this order, each with the collections that it lies in. */
async function treeIs(...paths: string[]) {
  const tree = `[...document.querySelectorAll('nav[aria-label="Spaces"] li')].map((entry) => {
    const path = []
    for (let one = entry; one; one = one.parentElement.closest('li')) path.unshift(one.querySelector('[title]').title)
    return path.join('/')
  })`
  const isThere = `JSON.stringify(${tree}) === ${JSON.stringify(JSON.stringify(paths))}`
  // Shows what the tree has instead, which says more than that the time is over.
  await ada.page.waitForFunction(isThere).catch(async () => expect(await ada.page.evaluate(tree)).toEqual(paths))
}

function dragging() {
  test('the navigation is made wider by its edge, with the pointer and with keys, and stays so', async () => {
    const { page } = ada
    const organizationId = await newOrganization('Edges')
    await ada.goto(`/o/${organizationId}`)
    const edge = await page.waitForSelector('hr[aria-label="Width of the navigation"]')
    const box = await edge?.boundingBox()
    if (!box) throw new Error('The edge is out of sight')
    const place = `document.querySelector('#content')?.getBoundingClientRect().x`
    // Shows where it is instead, which says more than that the time is over.
    const isAt = (pixels: number) =>
      page
        .waitForFunction(`Math.abs(${place} - ${pixels}) < 2`)
        .catch(async () => expect(await page.evaluate(`[${place}, {...localStorage}]`)).toEqual([pixels, {}]))
    await page.mouse.move(box.x + box.width / 2, box.y + 300)
    await page.mouse.down()
    await page.mouse.move(400, 300, { steps: 3 })
    await isAt(400)
    await page.mouse.move(1200, 300, { steps: 3 })
    await page.mouse.up()
    await page.mouse.move(300, 300)
    const widest = 512
    await isAt(widest)
    await page.reload()
    await isAt(widest)
    await page.focus('hr[aria-label="Width of the navigation"]')
    await page.keyboard.press('ArrowLeft')
    await isAt(widest - 16)
    await page.keyboard.press('Enter')
    await isAt(248)
  })

  test('a space is dragged before another one and into a collection', async () => {
    const { made } = users
    const organizationId = await newOrganization('Cranes')
    const [first, second] = [await newSpace(organizationId, 'Anvils'), await newSpace(organizationId, 'Bolts')]
    const guides = await newCollection(organizationId, 'Guides')
    await ada.goto(`/o/${organizationId}`)
    await treeIs('Guides', 'Anvils', 'Bolts')
    await drag(second, 'before', first)
    await ada.reads('“Bolts” is now before “Anvils”.')
    await treeIs('Guides', 'Bolts', 'Anvils')
    await drag(first, 'inside', guides)
    await ada.reads('“Anvils” is now in “Guides”.')
    await treeIs('Guides', 'Guides/Anvils', 'Bolts')
    expect((await made('getSpaceById', { spaceId: first })).parent).toBe(guides)
  })

  test('a page is dragged behind another one and below it, in its change request', async () => {
    const { made, spaceId } = users
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Order' })
    const params = { spaceId, changeRequestId }
    const pages = async (): Promise<{ id: string; title: string; pages?: { title: string }[] }[]> =>
      (await made('listPagesInChangeRequest', params)).pages
    const [springs, cranks] = (await pages()).map(({ id }) => id) as [string, string]
    const order = async () =>
      (await pages()).map((page) => [page.title, ...(page.pages ?? []).map(({ title }) => title)])
    await ada.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${springs}`)
    await drag(springs, 'after', cranks)
    await ada.reads('“Springs” is now after “Cranks”.')
    expect(await order()).toEqual([['Cranks'], ['Springs']])
    await drag(springs, 'inside', cranks)
    await ada.reads('“Springs” is now in “Cranks”.')
    expect(await order()).toEqual([['Cranks', 'Springs']])
  })

  test('a section of a site is dragged before another one and into a group', async () => {
    const { made, organizationId } = users
    const [one, other] = [
      await made('createSpace', {}, { title: 'Nuts' }),
      await made('createSpace', {}, { title: 'Oils' }),
    ]
    const { id: siteId } = await made('createSite', {}, { title: 'Acme docs', spaces: [users.spaceId] })
    const section = (spaceId: string, title: string) => made('addSectionToSite', { siteId }, { spaceId, title })
    const [nuts, oils] = [await section(one.id, 'Nuts'), await section(other.id, 'Oils')]
    const group = await made('addSectionGroupToSite', { siteId }, { title: 'More', sections: [nuts.id] })
    const order = async () =>
      (await made('getSiteStructure', { siteId })).structure.map(
        ({ title, children = [] }: { title: string; children?: { title: string }[] }) => [
          title,
          ...children.map((child) => child.title),
        ],
      )
    await ada.goto(`/o/${organizationId}/sites/${siteId}/structure`)
    await ada.sees('button', 'Actions for More')
    await drag(oils.id, 'before', group.id)
    await ada.reads('“Oils” is now before “More”.')
    await drag(oils.id, 'inside', group.id)
    await ada.reads('“Oils” is now in “More”.')
    expect(await order()).toEqual([['Acme docs'], ['More', 'Nuts', 'Oils']])
  })
}

function choosing() {
  const hands = {
    'the pointer': async (menu: string, entry: string) => {
      await ada.click('button', menu)
      await ada.click('menuitem', entry)
    },
    'keys alone': async (menu: string, entry: string) => {
      await keys(ada).press(by('button', menu))
      await ada.page.waitForSelector('[role=menu]')
      const focused = `document.activeElement.matches('[role=menuitem]') && document.activeElement.innerText.split('\\n')[0]`
      for (let presses = 0; (await ada.page.evaluate(focused)) !== entry; presses++) {
        if (presses > maxEntries) throw new Error(`The menu does not lead to “${entry}”`)
        await ada.page.keyboard.press('ArrowDown')
      }
      await ada.page.keyboard.press('Enter')
    },
  }
  const [anvils, handbook] = ['Actions for the space Anvils', 'Actions for the space Handbook']

  beforeAll(async () => {
    const organizationId = await newOrganization('Mills')
    const guides = await newCollection(organizationId, 'Guides')
    await newCollection(organizationId, 'Plans')
    await newSpace(organizationId, 'Anvils', guides)
    for (const title of ['Handbook', 'Bolts', 'Nuts']) await newSpace(organizationId, title)
    await ada.goto(`/o/${organizationId}`)
    await treeIs('Guides', 'Guides/Anvils', 'Plans', 'Handbook', 'Bolts', 'Nuts')
  })

  test.each(Object.entries(hands))(
    'with %s, a space goes up and down, into any collection, and out of it, and a collection goes its ways too',
    async (_, choose) => {
      await choose(handbook, 'Move down')
      await treeIs('Guides', 'Guides/Anvils', 'Plans', 'Bolts', 'Handbook', 'Nuts')
      await choose(handbook, 'Move up')
      await treeIs('Guides', 'Guides/Anvils', 'Plans', 'Handbook', 'Bolts', 'Nuts')
      // Collections are above all spaces: steps lead into the last of them alone.
      await choose(handbook, 'Move into “Guides”')
      await treeIs('Guides', 'Guides/Anvils', 'Guides/Handbook', 'Plans', 'Bolts', 'Nuts')
      await choose(anvils, 'Move into “Plans”')
      await treeIs('Guides', 'Guides/Handbook', 'Plans', 'Plans/Anvils', 'Bolts', 'Nuts')
      await choose('Actions for the collection Plans', 'Move into “Guides”')
      await treeIs('Guides', 'Guides/Plans', 'Guides/Plans/Anvils', 'Guides/Handbook', 'Bolts', 'Nuts')
      await choose(anvils, 'Move out of “Plans”')
      await treeIs('Guides', 'Guides/Plans', 'Guides/Handbook', 'Guides/Anvils', 'Bolts', 'Nuts')
      await choose('Actions for the collection Plans', 'Move out of “Guides”')
      await treeIs('Guides', 'Guides/Handbook', 'Guides/Anvils', 'Plans', 'Bolts', 'Nuts')
      await choose(handbook, 'Move out of “Guides”')
      await treeIs('Guides', 'Guides/Anvils', 'Plans', 'Bolts', 'Nuts', 'Handbook')
      for (const above of ['Nuts', 'Bolts']) {
        await choose(handbook, 'Move up')
        await ada.reads(`“Handbook” is now before “${above}”.`)
      }
      await treeIs('Guides', 'Guides/Anvils', 'Plans', 'Handbook', 'Bolts', 'Nuts')
    },
  )

  test('the menu names the keys that do the same, and leads to the settings', async () => {
    await ada.click('button', handbook)
    await ada.page.waitForFunction(`document.querySelector('[role=menu]')?.innerText.includes('Alt ↓')`)
    await ada.click('menuitem', 'Settings')
    await ada.sees('heading', 'Settings of the space')
    await ada.click('button', 'Actions for the collection Plans')
    await ada.click('menuitem', 'Settings')
    await ada.sees('heading', 'Plans')
  })
}

const maxEntries = 20
