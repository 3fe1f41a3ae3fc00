import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import { isVisitor, type Reader } from '../pages/readers.ts'
import { shownThings } from './things.ts'

type Context = Pick<ContentContext, 'sql' | 'deps' | 'parser'> & { caller: Reader }

/** Things that are looked up together. */
const mostAtOnce = 500

/**
 * Those of some files or reusable contents of a revision, by their ids, that its reader may open. A visitor may where a
 * live page that they are shown names it. A live file that nothing names is open too: a site's looks may name it.
 */
export async function openThings(
  context: Context,
  { revision }: OpenRevision,
  kind: 'files' | 'reusable-contents',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { caller, sql } = context
  if (!isVisitor(caller)) return new Set(ids)
  const isOpenUnnamed = kind === 'files' && (await isLive(sql, revision))
  const open = new Set<string>()
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce)
    const addressOf = (id: string) => `/${kind}/${id}`
    const named = { by: 'resource' as const, addresses: some.map(addressOf) }
    const shown = await shownThings(context, [revision.spaceId], named, caller)
    for (const id of some) if (shown.get(addressOf(id)) ?? isOpenUnnamed) open.add(id)
  }
  return open
}

async function isLive(sql: ContentContext['sql'], { id, spaceId }: OpenRevision['revision']): Promise<boolean> {
  const space = await sql.selectFrom('space').select('revision').where('id', '=', spaceId).executeTakeFirst()
  return space?.revision === id
}
