import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  siteSpace,
  siteSpaceAddress,
  space,
} from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { acme, startWorld, type World } from '../world.ts'

const spaceIds = Array.from({ length: 10 }, (_, index) => `space-${index}`)

let world: World
beforeAll(async () => {
  world = await startWorld()
  // Titles repeat, so that their paths would.
  for (const [index, id] of spaceIds.entries()) {
    const state = { ...space.sample, id, title: `Title ${index % 3}`, organizationId: acme, collectionId: null }
    await world.test.publishEvent(space.saved, state)
  }
  await world.test.settled()
})
afterAll(() => world.test.stop())

type Item = SiteSpace | SiteSection | SiteSectionGroup
type Entry = { item: Item; parent: Item | null }

/** The state of a run, besides what the service returns. */
interface Run {
  siteId: string
  /** All elements of the structure, from the top down. */
  entries: Entry[]
}

const childrenOf = (item: Item): Item[] => {
  if (item.object === 'site-space') return []
  return item.object === 'site-section' ? item.siteSpaces : item.children
}
const entriesIn = (items: Item[], parent: Item | null = null): Entry[] =>
  items.flatMap((item) => [{ item, parent }, ...entriesIn(childrenOf(item), item)])
const of = <Kind extends Item['object']>({ entries }: Run, kind: Kind) =>
  entries.map(({ item }) => item).filter((item): item is Extract<Item, { object: Kind }> => item.object === kind)
const beside = ({ entries }: Run, { parent }: Entry) =>
  entries.filter((entry) => entry.parent === parent).map(({ item }) => item.id)
const pick = <One>(all: readonly One[], seed: number): One | undefined => all[seed % all.length]

async function read(siteId: string): Promise<Run> {
  const { body } = await world.send('getSiteStructure', { params: { siteId } })
  return { siteId, entries: entriesIn(body.structure) }
}

type Action = (run: Run, seeds: [number, number]) => Promise<unknown>

/** The operations of a run. Each does nothing if it does not apply, and throws if the answer is wrong. */
const actions: Record<string, Action> = {
  async addSpace({ siteId, ...run }, [a, b]) {
    const section = pick([undefined, ...of({ siteId, ...run }, 'site-section')], b)
    const body = { spaceId: pick(spaceIds, a), sectionId: section?.id }
    return answered([201, 409], 'addSpaceToSite', { siteId }, body)
  },
  addSection: ({ siteId }, [a]) =>
    answered([201, 409], 'addSectionToSite', { siteId }, { spaceId: pick(spaceIds, a), title: 'Title' }),
  async addGroup(run, [a, b]) {
    const parent = pick([undefined, ...of(run, 'site-section-group')], b)?.id
    const section = pick(of(run, 'site-section'), a)
    const body = { title: 'Group', parent, sections: section ? [section.id] : [] }
    return answered([201, 400], 'addSectionGroupToSite', { siteId: run.siteId }, body)
  },
  async groupSection(run, [a, b]) {
    const [group, section] = [pick(of(run, 'site-section-group'), a), pick(of(run, 'site-section'), b)]
    if (!group || !section) return
    const params = { siteId: run.siteId, siteSectionGroupId: group.id }
    return answered([201], 'addSectionToGroup', params, { sectionId: section.id })
  },
  async ungroupSection({ siteId, entries }, [a]) {
    const inGroup = entries.filter(({ item, parent }) => item.object === 'site-section' && parent)
    const one = pick(inGroup, a)
    if (!one?.parent) return
    const params = { siteId, siteSectionGroupId: one.parent.id, siteSectionId: one.item.id }
    return answered([205], 'removeSectionFromGroup', params)
  },
  async remove({ siteId, entries }, [a]) {
    const item = pick(entries, a)?.item
    if (item?.object === 'site-space') return answered([205], 'deleteSiteSpaceById', { siteId, siteSpaceId: item.id })
    if (item?.object === 'site-section')
      return answered([205], 'deleteSiteSectionById', { siteId, siteSectionId: item.id })
    if (item) return answered([205], 'deleteSiteSectionGroupById', { siteId, siteSectionGroupId: item.id })
  },
  async sort(run, [a, b]) {
    const entry = pick(run.entries, a)
    if (!entry) return
    const neighbours = beside(run, entry).filter((id) => id !== entry.item.id)
    const neighbour = run.entries.find(({ item }) => item.id === pick(neighbours, b))?.item
    const side = b % 2 === 0 ? 'before' : 'after'
    const point = ({ object: type, id }: Item) => ({ type, id })
    const body = { item: point(entry.item), position: neighbour && { [side]: point(neighbour) } }
    await answered([200], 'sortSiteStructure', { siteId: run.siteId }, body)
    const at = neighbour ? neighbours.indexOf(neighbour.id) + (side === 'after' ? 1 : 0) : neighbours.length
    const after = await read(run.siteId)
    const moved = after.entries.find(({ item }) => item.id === entry.item.id)
    expect(moved && beside(after, moved)).toEqual(neighbours.toSpliced(at, 0, entry.item.id))
  },
  async chooseDefault(run, [a, b]) {
    const [section, chosen] = [pick(of(run, 'site-section'), a), pick(of(run, 'site-space'), b)]
    const body = { defaultSiteSection: section?.id, defaultSiteSpace: chosen?.id }
    return answered([200, 400], 'updateSiteById', { siteId: run.siteId }, body)
  },
  async rename(run, [a, b]) {
    const [section, path] = [pick(of(run, 'site-section'), a), pick(['title', 'Title', 'other', 'title-0'], b)]
    if (!section) return
    const params = { siteId: run.siteId, siteSectionId: section.id }
    return answered([200, 409], 'updateSiteSectionById', params, { path })
  },
}

async function answered(statuses: number[], id: Parameters<World['send']>[0], params: object, body?: object) {
  const answer = await world.send(id, { params: params as Record<string, string>, ...(body && { body }) })
  expect({ id, body: answer.body, ok: statuses.includes(answer.status) }).toMatchObject({ ok: true })
}

/** Checks the invariants of every structure. */
async function check(run: Run) {
  const { siteId, entries } = run
  const [spaces, sections] = [of(run, 'site-space'), of(run, 'site-section')]
  const levels = Map.groupBy(entries, ({ parent, item }) => `${parent?.id} ${item.object === 'site-space'}`)
  for (const level of levels.values()) {
    const items = level.map(({ item }) => item)
    const onSite = items.filter((item) => item.object === 'site-space')
    expect(onSite.filter((one) => one.default)).toHaveLength(Math.min(onSite.length, 1))
    expect(new Set(onSite.map(({ path }) => path.toLowerCase())).size).toBe(onSite.length)
  }
  expect(sections.filter((one) => one.default)).toHaveLength(Math.min(sections.length, 1))
  expect(new Set(sections.map(({ path }) => path.toLowerCase())).size).toBe(sections.length)
  expect(new Set(entries.map(({ item }) => item.id)).size).toBe(entries.length)
  expect(new Set(spaces.map(({ urls }) => urls.published)).size).toBe(spaces.length)
  for (const { item, parent } of entries)
    expect(item.object === 'site-space' ? item.section : item.sectionGroup).toBe(parent?.id)
  const listed = async (id: Parameters<World['send']>[0]) => (await world.send(id, { params: { siteId } })).body.items
  expect(await listed('listSiteSpaces')).toEqual(spaces)
  expect(await listed('listSiteSections')).toEqual(sections)
  // The structure of a site without sections has only its spaces: a group without sections is hidden.
  if (sections.length > 0) expect(await listed('listSiteSectionGroups')).toEqual(of(run, 'site-section-group'))
}

const names = Object.keys(actions)
const step = fc.tuple(fc.constantFrom(...names), fc.tuple(fc.nat(50), fc.nat(50)))

test('whatever is added, moved, chosen and removed, each level has one order, one default and paths of its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const { id: siteId } = await world.makeSite({ title: 'Title', spaces: spaceIds.slice(0, 3) })
      const { body: site } = await world.send('publishSite', { params: { siteId } })
      let run = await read(siteId)
      const events = await world.test.eventsDuring(async () => {
        for (const [name, seeds] of steps) {
          await actions[name]?.(run, seeds)
          run = await read(siteId)
        }
      })
      await check(run)
      const saved = events.filter(({ type }) => type === siteSpace.saved.type).map(({ data }) => data)
      const last = new Map(saved.map((data) => siteSpace.saved.data.parse(data)).map((state) => [state.id, state]))
      for (const { id, urls } of of(run, 'site-space').filter((one) => last.has(one.id)))
        expect(siteSpaceAddress(site.urls.published, last.get(id)?.address ?? '?')).toBe(urls.published)
    }),
    // Each run takes a second: failures are not shrunk, so that they are reported in time.
    { numRuns: runs(2), endOnFailure: true, includeErrorInReport: true },
  )
})
