import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openAda } from './console/sign-in-by-mail.ts'

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

function dragging() {
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
