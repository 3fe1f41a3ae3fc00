import { missingResourceOperations, type SpaceResource } from '@quire/contracts'
import { type ContentContext, implement } from '../context.ts'
import { openLive } from '../pages/history.ts'
import { getMany } from '../trees/read.ts'

type Context = Pick<ContentContext, 'sql' | 'deps'>

export const missingResourceRoutes = implement(missingResourceOperations, {
  async findMissingResources(context) {
    const { resources } = context.body
    const there = new Set<string>()
    for (const [space, wanted] of Map.groupBy(resources, (one) => one.space))
      for (const key of await thereIn(context, space, wanted)) there.add(key)
    return { missing: [...resources.entries()].flatMap(([at, one]) => (there.has(keyOf(one)) ? [] : [at])) }
  },
})

const keyOf = ({ space, kind, id }: SpaceResource) => JSON.stringify([space, kind, id])

/** Those of one space that are there; none of a space that is gone, and all of a tree by one read a level. */
async function thereIn(context: Context, space: string, wanted: readonly SpaceResource[]): Promise<string[]> {
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
