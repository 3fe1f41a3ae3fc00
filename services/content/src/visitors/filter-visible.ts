import type { OpenRevision } from '../pages/open-revision.ts'
import { type ContentCaller, isVisitor } from '../pages/page-visibility.ts'
import type { VisitorsContext } from './context.ts'
import { visibleResources } from './visible-resources.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser'> & { caller: ContentCaller }

/** Resources that are looked up together. */
const maxAtOnce = 500

/**
 * Returns the ids of the files or reusable contents of a revision that its reader may see. A visitor may see those that
 * a live page visible to them refers to, and no others: a file without a reference may be left from a deleted page.
 */
export async function filterVisible(
  context: Context,
  { revision }: OpenRevision,
  kind: 'files' | 'reusable-contents',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { caller } = context
  if (!isVisitor(caller)) return new Set(ids)
  const visible = new Set<string>()
  for (let at = 0; at < ids.length; at += maxAtOnce) {
    const some = ids.slice(at, at + maxAtOnce)
    const addressOf = (id: string) => `/${kind}/${id}`
    const named = { by: 'resource' as const, addresses: some.map(addressOf) }
    const resources = await visibleResources(context, [revision.spaceId], named, caller)
    for (const id of some) if (resources.get(addressOf(id))) visible.add(id)
  }
  return visible
}
