import { grant, type spaceOperations } from '@quire/contracts'
import { created, type Input, newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { emptyContent, firstRevision } from '../storage/revisions/first-revision.ts'
import { findRevision, writeRevision } from '../storage/revisions/revisions.ts'
import { nextVersion } from '../workspace/grants/grant-versions.ts'
import { type GrantRow, grantState } from '../workspace/grants/grants.state.ts'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { requireCurrentParent } from '../workspace/tree/parents.ts'
import { levelOnScope, recheckScope } from '../workspace/tree/scope-access.ts'
import { lockSpace, type SpaceRow } from '../workspace/tree/spaces.state.ts'
import type { SpacesContext } from './context.ts'
import { countNew, insertSpace } from './create-space.ts'
import { presentSpaceWithPublication } from './spaces.present.ts'

type Duplication = SpacesContext & Input<typeof spaceOperations.duplicateSpace>

/**
 * Duplicates the live content of a space into a new space beside it (docs/interface.md#duplicates). The two share their
 * trees, so a copy costs next to nothing; search indexes it like any other space.
 */
export async function duplicateSpace(context: Duplication) {
  const { sql, params, deps } = context
  await lockRights(context)
  const current = await recheckScope(context, { kind: 'space', id: params.spaceId })
  const parent = await requireCurrentParent(context, current)
  // The lock on the space prevents changes to its content during the copy.
  const source = await lockSpace(context, params.spaceId)
  const id = newId()
  const row = await insertSpace(context, parent, {
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
  await copyGrants(context, source.id, row)
  const level = (await levelOnScope(context, { kind: 'space', id }))?.level ?? 'none'
  await countNew(context, row, { ...parent, level })
  return created(await presentSpaceWithPublication(sql, row, 'admin', deps.publicUrl))
}

const suffix = ' (copy)'
const maxTitleLength = 50

/** Cuts the title of a copy to the longest title allowed, never in the middle of a character. */
function titleOfCopy(title: string): string {
  let cut = ''
  for (const character of title) {
    if (cut.length + character.length + suffix.length > maxTitleLength) break
    cut += character
  }
  return `${cut}${suffix}`.trimStart()
}

async function copyContent({ sql, userId, deps }: SpacesContext, source: SpaceRow, id: string): Promise<string> {
  const revision = await findRevision(sql, source.id, source.revision)
  if (!revision) throw notFound('The content')
  const first = { ...firstRevision(id, userId, deps.now()), store: source.store }
  const written = await writeRevision(sql, first, { ...emptyContent(), roots: revision.roots })
  return written.id
}

/** Copies the grants to teams, and those of `none`: somebody to whom the space is hidden must not see the copy. */
async function copyGrants(context: SpacesContext, sourceId: string, copy: SpaceRow): Promise<void> {
  const { sql, emit } = context
  const version = await nextVersion(context, copy.organization_id)
  const { rows } = await raw<GrantRow>`
    insert into access_grant (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, version, created_at)
    select ${copy.id}, scope_kind, subject_id, subject_kind, organization_id, role, ${version}::bigint, ${copy.created_at}
    from access_grant
    where scope_id = ${sourceId} and (role = 'none' or subject_kind = 'team') returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
}
