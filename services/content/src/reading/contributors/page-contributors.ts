import type { ContentContributor, contentContributorOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { openLive, storageOf } from '../../pages/open-revision.ts'
import { pageById } from '../../storage/revisions/revision-reads.ts'
import { findRevisions, type Revision, revisionOf } from '../../storage/revisions/revisions.ts'
import type { RevisionTables } from '../../tables/revisions.tables.ts'
import { peopleOf } from '../../workspace/people.ts'
import type { ReadingContext } from '../context.ts'

type Request = ReadingContext & Input<typeof contentContributorOperations.listContributorsToPage>

/** A revision that has the page, and the time at which the page was changed last there. */
interface Version {
  revision: Revision
  updatedAt: string
}

/** The most changes that an answer goes back through, and the lines of versions that it follows beside each other. */
const [maxChanges, maxLines] = [30, 8]

/**
 * Lists who changed a page of the live content, the latest first, by going back from change to change. A page and the
 * revision that changed it share their time, so a step finds the revision in an index and looks the page up in its parents:
 * an answer costs a bounded number of steps, however long the history is. Somebody may be on several pages of the list.
 */
export async function listContributorsToPage(context: Request) {
  const { page, cursors } = context
  const found = new Map<string, Revision>()
  let lines = await firstVersions(context)
  for (let steps = 0; steps < maxChanges && found.size < page.limit; steps++) {
    const [latest, ...others] = lines
    if (!latest) break
    const change = await changeOf(context, latest.updatedAt)
    if (change) found.set(change.author ?? change.createdBy ?? '', change)
    const earlier = change ? await versionsIn(context, change.parents) : []
    lines = newestFirst([...others, ...earlier.filter(({ updatedAt }) => updatedAt < latest.updatedAt)])
  }
  const changes = [...found.values()]
  const user = await peopleOf(
    context,
    changes.flatMap(({ createdBy }) => createdBy ?? []),
  )
  const items = changes.flatMap(({ author, createdBy }): ContentContributor[] => {
    if (author !== null) return [{ object: 'content-contributor', author }]
    return createdBy === null ? [] : [{ object: 'content-contributor', user: user(createdBy) }]
  })
  if (lines.length === 0) return { items }
  return { items, next: { page: cursors.encode({ after: lines.map(({ revision }) => revision.id) }) } }
}

/** Returns the versions that the answer begins with: the live one, or those at which the answer before ended. */
async function firstVersions(context: Request): Promise<Version[]> {
  const { page, params } = context
  if (page.cursor) {
    const ids = page.cursor.after.filter((id) => typeof id === 'string').slice(0, maxLines)
    return newestFirst(await versionsIn(context, ids))
  }
  const { revision, storage } = await openLive(context, params.spaceId)
  const live = await pageById(storage, revision.roots, params.pageId)
  if (!live) throw notFound('The page')
  return [{ revision, updatedAt: live.updatedAt }]
}

/** Keeps one of the versions that are of the same time, which are the same. */
const newestFirst = (versions: Version[]) =>
  [...new Map(versions.map((version) => [version.updatedAt, version])).values()]
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, maxLines)

/** Returns the versions of the page in those of the revisions that have it. */
async function versionsIn(context: Request, ids: readonly string[]): Promise<Version[]> {
  const { sql, params, deps } = context
  const revisions = await findRevisions(sql, params.spaceId, ids, deps.caches.revisions)
  return (await Promise.all([...revisions.values()].map((revision) => versionIn(context, revision)))).flat()
}

async function versionIn(context: Request, revision: Revision): Promise<Version[]> {
  const page = await pageById(storageOf(context, revision.store), revision.roots, context.params.pageId)
  return page ? [{ revision, updatedAt: page.updatedAt }] : []
}

/** Finds the revision that changed the page at a time; undefined for a page that was copied from another space. */
async function changeOf(context: Request, updatedAt: string): Promise<Revision | undefined> {
  const { spaceId } = context.params
  const { rows } = await raw<RevisionTables['revision']>`
    (select * from revision where space_id = ${spaceId} and created_at = ${updatedAt} and change_request_id is null limit 5)
    union all
    (select * from revision
      where space_id = ${spaceId} and created_at = ${updatedAt} and change_request_id is not null limit 5)`.execute(
    context.sql,
  )
  for (const revision of rows.map(revisionOf)) {
    const isOfThen = (versions: Version[]) => versions.some((version) => version.updatedAt === updatedAt)
    if (!isOfThen(await versionIn(context, revision))) continue
    if (!isOfThen(await versionsIn(context, revision.parents))) return revision
  }
  return undefined
}
