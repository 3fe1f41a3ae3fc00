import { grant, type Space } from '@quire/contracts'
import { newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { copyReferences } from '../storage/references/reference-spaces.ts'
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

/** How a copy differs from its space. */
interface CopyTerms {
  /** Added to the title. */
  suffix: string
  /** The language of the space if absent. */
  language?: Space['language']
  /** True for a copy that gets its content later; it has the store of the space all the same. */
  isEmpty?: boolean
}

const maxTitleLength = 50

/**
 * Copies a space, with its live content, into a new space beside it, for those with `create` on it and around it. The two
 * share their trees, so a copy costs next to nothing; search indexes it like any other space.
 */
export async function copySpace(context: SpacesContext, spaceId: string, terms: CopyTerms): Promise<SpaceRow> {
  const { sql, userId } = context
  await lockRights(context)
  const current = await recheckScope(context, { kind: 'space', id: spaceId })
  const parent = await requireCurrentParent(context, current)
  // The lock on the space prevents changes to its content during the copy.
  const source = await lockSpace(context, spaceId)
  const id = newId()
  const row = await insertSpace(context, parent, {
    id,
    title: titleOfCopy(source.title, terms.suffix),
    emoji: source.emoji,
    icon: source.icon,
    language: terms.language ?? source.language,
    edit_mode: source.edit_mode,
    default_level: source.default_level,
    revision: await copyContent(context, source, id, terms.isEmpty ?? false),
    store: source.store,
  })
  await copyGrants(context, source.id, row)
  if (!terms.isEmpty) await copyReferences(sql, source.id, { spaceId: id, userId })
  const level = (await levelOnScope(context, { kind: 'space', id }))?.level ?? 'none'
  await countNew(context, row, { ...parent, level })
  return row
}

/** Cuts the title of a copy to the longest title allowed, never in the middle of a character. */
function titleOfCopy(title: string, suffix: string): string {
  let cut = ''
  for (const character of title) {
    if (cut.length + character.length + suffix.length > maxTitleLength) break
    cut += character
  }
  return `${cut}${suffix}`.trimStart()
}

async function copyContent(
  { sql, userId, deps }: SpacesContext,
  source: SpaceRow,
  id: string,
  isEmpty: boolean,
): Promise<string> {
  const revision = await findRevision(sql, source.id, source.revision)
  if (!revision) throw notFound('The content')
  const first = { ...firstRevision(id, userId, deps.now()), store: source.store }
  const content = isEmpty ? emptyContent() : { ...emptyContent(), roots: revision.roots }
  const written = await writeRevision(sql, first, content)
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
