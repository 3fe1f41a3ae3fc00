import type { Comparison, Group } from '../compare.ts'
import { groupTable, targetsOf } from '../compare.ts'
import { discussionAtMost, discussionGroup, discussionKinds } from '../discussions.ts'
import { readers, spaceListGroup, spaceListKinds } from '../many-spaces.ts'
import { createMeter } from '../meter.ts'
import { measureAll } from '../rounds.ts'
import { pageKind, siteListAtMost, siteListGroup, siteListKinds, siteSizeGroup } from '../sites.ts'
import { summarise } from '../summary.ts'
import { treeGroup, treeKinds } from '../trees.ts'
import type { Goal, Part } from './goal.ts'
import type { Measuring } from './measuring.ts'
import { pagesAroundMedian } from './published-pages.ts'

const rounds = 5
const roundSeconds = 0.6

/** Compares the same work on a small thing and on a large one: the ratio of the two p50. */
const growth = (name: string, groupOf: (on: Measuring) => Group | Promise<Group>, goals: Goal[]): Part<Measuring> => ({
  name,
  goals,
  async measure(on) {
    const group = await groupOf(on)
    const plan = {
      rounds,
      roundSeconds,
      connections: [1],
      meter: createMeter(on.quire.processes),
      signal: on.signal,
      report: on.say,
    }
    const measured = await measureAll(targetsOf([group]), plan)
    const p50 = (target: Comparison['targets'][number] | undefined) =>
      measured.filter((one) => one.target === target).map((one) => summarise(one).p50Ms)[0] ?? Number.NaN
    const figures = new Map(group.comparisons.map(({ name, targets }) => [name, p50(targets.at(-1)) / p50(targets[0])]))
    return { figures, details: groupTable(group, measured) }
  },
})

const flat = treeKinds.filter(({ atMost }) => atMost !== undefined)

/** What costs the same in a space of any size. */
export const trees = growth(
  'spaces of 100 and 10,000 pages',
  async ({ prepared, ...on }) => {
    const { small, large } = await prepared.pages()
    const spaces = [small[0], large].flatMap((space) => (space ? [{ ...on, ...space }] : []))
    return treeGroup(flat, spaces)
  },
  flat.map(({ name, atMost = 0 }) => ({ name, unit: '10,000 pages over 100', atMost })),
)

const listNames = spaceListKinds.flatMap(({ name }) => readers.map((who) => `${name}, ${who}`))

/** What it costs to list the spaces of which the caller may see few. */
export const lists = growth(
  'lists of 100,000 spaces',
  async ({ prepared }) => spaceListGroup(spaceListKinds, await prepared.manySpaces()),
  listNames.map((name) => ({ name, unit: '1 in 100 over all', atMost: 3 })),
)

/** What it costs to list the comments of a space. */
export const comments = growth(
  'lists of 100,000 comments',
  async ({ prepared }) => discussionGroup(await prepared.discussions()),
  discussionKinds.map(({ name }) => ({ name, unit: '100,000 comments over 1,000', atMost: discussionAtMost })),
)

/** What a site costs that has many site spaces in sections. */
export const siteSizes = growth(
  'published sites of 1 and 500 site spaces',
  async (on) => siteSizeGroup(await on.prepared.sites(), (await pagesAroundMedian(on))[0] ?? ''),
  [{ name: pageKind('').name, unit: '500 site spaces over 1', atMost: 1.5 }],
)

/** What it costs to list the sites of an organization. */
export const siteLists = growth(
  'lists of 10,000 sites',
  async ({ prepared }) => siteListGroup(await prepared.sites()),
  siteListKinds.map(({ name }) => ({ name, unit: '10,000 sites over 100', atMost: siteListAtMost })),
)
