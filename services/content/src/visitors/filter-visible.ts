import type { OpenRevision } from '../pages/open-revision.ts'
import { type ContentCaller, isVisitor } from '../pages/page-visibility.ts'
import type { VisitorsContext } from './context.ts'
import { type EvaluatedPages, visibleResources } from './visible-resources.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser'> & { caller: ContentCaller }

/** Resources that are looked up together. */
const maxAtOnce = 500

/**
 * Returns the ids of the files or reusable contents of a revision that its reader may see. A visitor may see those that
 * a live page visible to them refers to, and no others: a file without a reference may be left from a deleted page. A
 * request that asks several times gives the same `evaluated` each time, so that its cost is bounded.
 */
export async function filterVisible(
  context: Context,
  { revision }: OpenRevision,
  kind: 'files' | 'reusable-contents',
  ids: readonly string[],
  evaluated: EvaluatedPages = new Map(),
): Promise<ReadonlySet<string>> {
  const { caller } = context
  if (!isVisitor(caller)) return new Set(ids)
  const visible = new Set<string>()
  for (let at = 0; at < ids.length; at += maxAtOnce) {
    const some = ids.slice(at, at + maxAtOnce)
    const addressOf = (id: string) => `/${kind}/${id}`
    const named = { by: 'resource' as const, addresses: some.map(addressOf) }
    const resources = await visibleResources(context, [revision.spaceId], named, caller, evaluated)
    for (const id of some) if (resources.get(addressOf(id))) visible.add(id)
  }
  return visible
}
