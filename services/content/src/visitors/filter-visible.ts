import type { OpenRevision } from '../pages/open-revision.ts'
import { type ContentCaller, isVisitor } from '../pages/page-visibility.ts'
import type { VisitorsContext } from './context.ts'
import { visibleResources } from './visible-resources.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser'> & { caller: ContentCaller }

/** Resources that are looked up together. */
const maxAtOnce = 500

/**
 * Returns the ids of the files or reusable contents of a revision that its reader may see. A visitor may see those that
 * a live page visible to them refers to. A live file without any reference is visible too: a site's design may refer to
 * it.
 */
export async function filterVisible(
  context: Context,
  { revision }: OpenRevision,
  kind: 'files' | 'reusable-contents',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { caller, sql } = context
  if (!isVisitor(caller)) return new Set(ids)
  const isVisibleWithoutReference = kind === 'files' && (await isLive(sql, revision))
  const visible = new Set<string>()
  for (let at = 0; at < ids.length; at += maxAtOnce) {
    const some = ids.slice(at, at + maxAtOnce)
    const addressOf = (id: string) => `/${kind}/${id}`
    const named = { by: 'resource' as const, addresses: some.map(addressOf) }
    const resources = await visibleResources(context, [revision.spaceId], named, caller)
    for (const id of some) if (resources.get(addressOf(id)) ?? isVisibleWithoutReference) visible.add(id)
  }
  return visible
}

async function isLive(sql: VisitorsContext['sql'], { id, spaceId }: OpenRevision['revision']): Promise<boolean> {
  const space = await sql.selectFrom('space').select('revision').where('id', '=', spaceId).executeTakeFirst()
  return space?.revision === id
}
