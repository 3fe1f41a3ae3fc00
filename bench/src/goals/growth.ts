import type { Comparison, Group } from '../compare.ts'
import { groupTable, targetsOf } from '../compare.ts'
import { discussionAtMost, discussionGroup, discussionKinds } from '../discussions.ts'
import { readers, spaceListGroup, spaceListKinds } from '../many-spaces.ts'
import { createMeter } from '../meter.ts'
import { measureAll } from '../rounds.ts'
import { summarise } from '../summary.ts'
import { treeGroup, treeKinds } from '../trees.ts'
import type { Goal, Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const rounds = 5
const roundSeconds = 0.6

/** Compares the same work on a small thing and on a large one: the ratio of the two p50. */
const growth = (name: string, groupOf: (on: Measuring) => Group, goals: Goal[]): Part<Measuring> => ({
  name,
  goals,
  async measure(on) {
    const group = groupOf(on)
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
  ({ prepared: { pages }, ...on }) =>
    treeGroup(
      flat,
      [pages.small[0], pages.large].flatMap((space) => (space ? [{ ...on, ...space }] : [])),
    ),
  flat.map(({ name, atMost = 0 }) => ({ name, unit: '10,000 pages over 100', atMost })),
)

const listNames = spaceListKinds.flatMap(({ name }) => readers.map((who) => `${name}, ${who}`))

/** What it costs to list the spaces of which the caller may see few. */
export const lists = growth(
  'lists of 100,000 spaces',
  ({ prepared }) => spaceListGroup(spaceListKinds, prepared.manySpaces),
  listNames.map((name) => ({ name, unit: '1 in 100 over all', atMost: 3 })),
)

/** What it costs to list the comments of a space. */
export const comments = growth(
  'lists of 100,000 comments',
  ({ prepared }) => discussionGroup(prepared.discussions),
  discussionKinds.map(({ name }) => ({ name, unit: '100,000 comments over 1,000', atMost: discussionAtMost })),
)
