import type { Group } from './compare.ts'
import type { FilledSpace, Pages } from './data.ts'
import { spaceListGroup } from './many-spaces.ts'
import type { BenchData, wanted } from './prepare.ts'
import type { Asker } from './requests.ts'
import { crowdGroup } from './scale.ts'
import { treeGroup } from './trees.ts'

/** The comparisons between things of several sizes, as far as their data was prepared. */
export function groupsOf(
  kinds: ReturnType<typeof wanted>,
  asking: Asker,
  { pages, crowds, manySpaces }: BenchData,
): Group[] {
  const groups: Group[] = []
  if (pages) {
    const trees = treesOf(pages).map((space) => ({ ...asking, ...space }))
    groups.push(treeGroup(kinds.trees, trees))
  }
  if (manySpaces) groups.push(spaceListGroup(kinds.spaceLists, manySpaces))
  if (crowds) groups.push(crowdGroup(kinds.scale, { ...asking, ...crowds.small }, { ...asking, ...crowds.large }))
  return groups.filter(({ comparisons }) => comparisons.length > 0)
}

/** A space of each size, the smallest first. */
function treesOf({ small, library, large }: Pages): FilledSpace[] {
  const spaces = [...small.slice(0, 1), library, large]
  return [...new Map(spaces.map((space) => [space.pages.length, space])).values()]
}
