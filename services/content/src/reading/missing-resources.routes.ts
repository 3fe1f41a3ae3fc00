import { missingResourceOperations, type SpaceResource } from '@quire/contracts'
import { openLive } from '../pages/open-revision.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import { implement, type ReadingContext } from './context.ts'

type Context = Pick<ReadingContext, 'sql' | 'deps'>

export const missingResourceRoutes = implement(missingResourceOperations, {
  async findMissingResources(context) {
    const { resources } = context.body
    const existing = new Set<string>()
    for (const [space, wanted] of Map.groupBy(resources, (one) => one.space))
      for (const key of await existingIn(context, space, wanted)) existing.add(key)
    return { missing: [...resources.entries()].flatMap(([at, one]) => (existing.has(keyOf(one)) ? [] : [at])) }
  },
})

const keyOf = ({ space, kind, id }: SpaceResource) => JSON.stringify([space, kind, id])

/**
 * Returns the keys of the existing resources of one space; none if the space is deleted. One load per level of a tree.
 */
async function existingIn(context: Context, space: string, wanted: readonly SpaceResource[]): Promise<string[]> {
  const live = await context.sql
    .selectFrom('space')
    .select('id')
    .where('id', '=', space)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!live) return []
  const { storage, revision } = await openLive(context, space)
  const roots = { page: revision.roots.pages, file: revision.roots.files, 'reusable-content': revision.roots.reusables }
  const found: string[] = []
  for (const [kind, ofKind] of Map.groupBy(wanted, (one) => one.kind)) {
    const ids = await getMany<unknown>(storage.nodes, roots[kind] as never, new Set(ofKind.map(({ id }) => id)))
    for (const id of ids.keys()) found.push(keyOf({ space, kind, id }))
  }
  return found
}
