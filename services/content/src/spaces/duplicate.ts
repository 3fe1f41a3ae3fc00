import { grant, type spaceOperations } from '@quire/contracts'
import { created, type Input, newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { type GrantRow, grantState } from '../grants/grants.state.ts'
import { lockRights } from '../grants/lock.ts'
import { nextVersion } from '../grants/versions.ts'
import { emptyContent, firstRevision } from '../revisions/first.ts'
import { findRevision, writeRevision } from '../revisions/revisions.ts'
import { presentPlace } from '../structure/places.ts'
import { lockSpace, type SpaceRow } from '../structure/spaces.state.ts'
import { requireStanding, standingOn } from '../structure/standing.ts'
import { countNew, insertSpace } from './create.ts'
import { showSpace } from './spaces.present.ts'

type Duplication = ContentContext & Input<typeof spaceOperations.duplicateSpace>

/**
 * The same live content in a space of its own, beside the first (docs/interface.md#duplicates). Its trees are shared,
 * so it costs next to nothing; search indexes it as any other space.
 */
export async function duplicateSpace(context: Duplication) {
  const { sql, params, deps } = context
  await lockRights(context)
  const standing = await requireStanding(context, { kind: 'space', id: params.spaceId })
  const place = await presentPlace(context, standing)
  // Its lock keeps the content the same for as long as it is copied.
  const source = await lockSpace(context, params.spaceId)
  const id = newId()
  const row = await insertSpace(context, place, {
    id,
    title: titleOfCopy(source.title),
    emoji: source.emoji,
    icon: source.icon,
    language: source.language,
    edit_mode: source.edit_mode,
    default_level: source.default_level,
    revision: await copyContent(context, source, id),
    store: source.store,
  })
  await copyRules(context, source.id, row)
  const level = (await standingOn(context, { kind: 'space', id }))?.level ?? 'none'
  await countNew(context, row, { ...place, level })
  return created(await showSpace(sql, row, 'admin', deps.publicUrl))
}

const suffix = ' (copy)'
const longestTitle = 50

/** Cut so that it stays a title; never in the middle of a character. */
function titleOfCopy(title: string): string {
  let cut = ''
  for (const character of title) {
    if (cut.length + character.length + suffix.length > longestTitle) break
    cut += character
  }
  return `${cut}${suffix}`.trimStart()
}

async function copyContent({ sql, userId, deps }: ContentContext, source: SpaceRow, id: string): Promise<string> {
  const revision = await findRevision(sql, source.id, source.revision)
  if (!revision) throw notFound('The content')
  const first = { ...firstRevision(id, userId, deps.now()), store: source.store }
  const written = await writeRevision(sql, first, { ...emptyContent(), roots: revision.roots })
  return written.id
}

/**
 * Copies the grants to teams, and those that close the space: somebody who was shut out must not get in by the copy.
 */
async function copyRules(context: ContentContext, sourceId: string, copy: SpaceRow): Promise<void> {
  const { sql, emit } = context
  const version = await nextVersion(context, copy.organization_id)
  const { rows } = await raw<GrantRow>`
    insert into access_grant (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, version, created_at)
    select ${copy.id}, scope_kind, subject_id, subject_kind, organization_id, role, ${version}::bigint, ${copy.created_at}
    from access_grant
    where scope_id = ${sourceId} and (role = 'none' or subject_kind = 'team') returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
}
