import { atLeast, spaceLevels } from '@quire/access'
import type { RenderablePage } from '@quire/contracts'
import { type OpenRevision, openLive } from '../../pages/open-revision.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import type { TextReferences } from '../../visitors/text-references.ts'
import type { ReadingContext } from '../context.ts'

/** The most pages and other spaces that a text names; links to further ones lead nowhere. */
const maxPages = 1000
const maxSpaces = 20

type Linked = Pick<RenderablePage, 'pages' | 'spaces'>

/**
 * Finds the names of the pages and spaces that a text refers to: in its own revision, and in the live content of other
 * spaces of the organization that the caller may read. Others do not exist for the caller.
 */
export async function findLinkedPages(
  context: Pick<ReadingContext, 'sql' | 'deps' | 'access'>,
  open: OpenRevision,
  references: Pick<TextReferences, 'pages' | 'spaces'>,
): Promise<Linked> {
  const own = open.revision.spaceId
  const wanted = new Map<string, string[]>()
  for (const name of [...references.pages].slice(0, maxPages)) {
    const [space, page] = name.includes('/') ? name.split('/') : [own, name]
    if (space !== undefined && page !== undefined) wanted.set(space, [...(wanted.get(space) ?? []), page])
  }
  const titles = await readableSpaces(context, [...references.spaces].slice(0, maxSpaces))
  const found: Linked = { pages: {}, spaces: Object.fromEntries(titles) }
  for (const [space, ids] of wanted) {
    if (space !== own && !titles.has(space)) continue
    const { storage, revision } = space === own ? open : await openLive(context, space)
    for (const [id, page] of await getMany(storage.nodes, revision.roots.pages, ids)) {
      found.pages[space === own ? id : `${space}/${id}`] = namesOf(page)
      if (space === own) found.pages[`${space}/${id}`] = namesOf(page)
    }
  }
  return found
}

const namesOf = ({ title, description, emoji, icon }: PageEntry) => ({ title, description, emoji, icon })

/** Returns the titles of those spaces that the caller may read, by id. */
async function readableSpaces(
  { sql, access }: Pick<ReadingContext, 'sql' | 'access'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const levels = await spaceLevels(sql, access.member, ids)
  const readable = ids.filter((id) => atLeast(levels.get(id) ?? 'none', 'read'))
  if (readable.length === 0) return new Map()
  const rows = await sql.selectFrom('space').select(['id', 'title']).where('id', 'in', readable).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
