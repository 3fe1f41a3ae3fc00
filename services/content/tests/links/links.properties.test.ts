import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type Branch, newBranch, page, update, write } from '../support/branch.ts'
import { startWorld, type World } from '../world.ts'
import { addressesOf } from './described-links.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Content {
  /** The texts of all pages, by id. */
  texts: Map<string, string>
}

/** The pages of a space or change request, as a reader gets them. */
async function contentOf(params: Record<string, string>): Promise<Content> {
  const read = async (id: string, more: object = {}) => (await world.send(id, { params: { ...params, ...more } })).body
  const isChange = params.changeRequestId !== undefined
  const { pages } = await read(isChange ? 'listPagesInChangeRequest' : 'listPages')
  const ids = flat(pages)
  const getPage = isChange ? 'getPageInChangeRequestById' : 'getPageById'
  const texts = await Promise.all(
    ids.map(async (pageId) => [pageId, (await read(getPage, { pageId })).markdown] as const),
  )
  return { texts: new Map(texts) }
}

interface Tree {
  id: string
  pages: Tree[]
}
const flat = (pages: Tree[]): string[] => pages.flatMap(({ id, pages }) => [id, ...flat(pages)])

/** The expected list of links of some content, counted without an index: one line per target. */
function recount({ texts }: Content): Map<string, string> {
  const locations = new Map<string, Set<string>>()
  for (const [id, text] of texts)
    for (const [, address = ''] of text.matchAll(/\]\(([^)]*)\)/g))
      locations.set(address, (locations.get(address) ?? new Set()).add(id))
  return new Map(
    [...locations].map(([address, ids]) => [address, `${statusOf(address, texts)} ${[...ids].sort().join()}`]),
  )
}

function statusOf(address: string, texts: Content['texts']): string {
  const pageId = /^\/pages\/([^#]+)/.exec(address)?.[1]
  if (pageId !== undefined) return texts.has(pageId) ? 'ok' : 'broken'
  return address.startsWith('https://') ? 'ok' : 'broken'
}

const brokenIn = (counted: Map<string, string>) =>
  new Set([...counted].filter(([, said]) => said.startsWith('broken')).map(([address]) => address))

async function isAsCounted(spaceId: string): Promise<Map<string, string>> {
  const content = await contentOf({ spaceId })
  const counted = recount(content)
  const { items, stats } = await addressesOf(world, 'listSpaceLinks', { spaceId }, { limit: '3' })
  expect(items).toEqual(counted)
  expect(stats).toEqual({ total: counted.size, broken: { total: brokenIn(counted).size } })
  for (const status of ['ok', 'broken'])
    expect((await addressesOf(world, 'listSpaceLinks', { spaceId }, { status, limit: '2' })).items).toEqual(
      new Map([...counted].filter(([, said]) => said.startsWith(status))),
    )
  return counted
}

async function isAsCountedInChange({ params }: Branch, live: Map<string, string>) {
  const content = await contentOf(params)
  const counted = recount(content)
  const [broken, before] = [brokenIn(counted), brokenIn(live)]
  const byChange = [...broken].filter((address) => !before.has(address))
  const { items, stats } = await addressesOf(world, 'listChangeRequestLinks', params, { limit: '3' })
  expect(items).toEqual(counted)
  expect(stats).toEqual({ total: counted.size, broken: { total: broken.size, changeRequest: byChange.length } })
  const brokenContext = { brokenContext: 'change-request', limit: '2' }
  const ofChange = await addressesOf(world, 'listChangeRequestLinks', params, brokenContext)
  expect([...ofChange.items.keys()].sort()).toEqual(byChange.sort())
  const [pageId = ''] = content.texts.keys()
  if (pageId === '') return
  const linking = [...content.texts].filter(([id, text]) => id !== pageId && text.includes(`(/pages/${pageId}`))
  const { body } = await world.send('listChangeRequestPageBacklinks', { params: { ...params, pageId } })
  expect(body.items.map((item: { page: { id: string } }) => item.page.id)).toEqual(linking.map(([id]) => id).sort())
}

type Step = [kind: string, ...seeds: [number, number, number]]
const kinds = ['insert', 'insert', 'write', 'write', 'remove', 'move', 'look', 'merge', 'merge', 'begin'] as const
const step = fc.tuple(fc.constantFrom(...kinds), fc.nat(99), fc.nat(99), fc.nat(99))

/** A text with links to these, by the seeds: to pages there are and were, to anchors, elsewhere, and nowhere. */
function textOf(ids: readonly string[], seeds: number[]): string {
  const addresses = [...ids, ...ids].map((id, at) => `/pages/${id}${at < ids.length ? '' : '#part'}`)
  const all = ['https://a.example/', 'https://b.example/', 'nowhere.md', ...addresses]
  return seeds.map((seed) => `[x](${all[seed % all.length]})`).join(' ')
}

test('the links of a space and its change requests are those that a plain count finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      const { id: spaceId } = await world.makeSpace()
      const known: string[] = []
      let branches = [await newBranch(world, spaceId), await newBranch(world, spaceId)]
      let live = await isAsCounted(spaceId)
      for (const [kind, one, two, three] of [['insert', 1, 2, 3], ['insert', 1, 4, 5], ...steps] as Step[]) {
        const branch = branches[one % branches.length] as Branch
        const there = [...(await contentOf(branch.params)).texts.keys()]
        const id = there[two % there.length]
        if (kind === 'insert') {
          const { changes } = await branch.made(page(`P${known.length}`, textOf(known, [two, three])))
          known.push(changes[0]?.page.id ?? '')
        } else if (kind === 'begin') branches = [...branches.slice(1), await newBranch(world, spaceId)]
        else if (kind === 'look') await isAsCountedInChange(branch, live)
        else if (kind === 'merge') {
          await isAsCountedInChange(branch, live)
          await world.send('mergeChangeRequest', { params: branch.params })
          live = await isAsCounted(spaceId)
          branches = [...branches.filter((other) => other !== branch), await newBranch(world, spaceId)]
        } else if (id === undefined) continue
        else if (kind === 'write') await branch.made(write(id, textOf(known, [one, three, one + three])))
        else if (kind === 'remove') await branch.made({ operation: 'delete_page', page: id })
        else await branch.apply([update(id, { into: there[three % there.length] })])
      }
      for (const branch of branches) await isAsCountedInChange(branch, live)
    }),
    { numRuns: runs(2) },
  )
})
