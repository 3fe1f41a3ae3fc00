import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { outlineSpec } from '../../openapi/outline-spec.ts'
import { newReferencePages } from '../../storage/references/follow-specification.ts'
import { referencePages, type SpecificationOutline } from '../../storage/references/reference-pages.ts'
import { recordReferences } from '../../storage/references/reference-spaces.ts'
import type { NestedPage } from '../../storage/revisions/nested-pages.ts'
import { entries } from '../../storage/trees/tree-reads.ts'
import type { EditingContext } from '../context.ts'
import type { Batch } from './batch-references.ts'

type Change = Extract<ContentChange, { operation: 'insert_computed_page' }>

/**
 * Inserts the pages of a specification, which then follow its versions. Throws 400 if the organization has no such
 * specification, if nothing of it can become a page, or if the content has its pages already.
 */
export async function insertComputedPages(batch: Batch, change: Change, field: string): Promise<void> {
  const { context, open } = batch
  const { computed } = change
  const { spec } = computed.dependencies.spec.ref
  const named = `${field}.computed.dependencies.spec.ref.spec`
  const found = await outlineFor(context, spec)
  if (!found) throw badRequest(named, 'names no specification of the organization that has a version')
  const models = computed.props?.models ?? false
  const pages = newReferencePages(referencePages(found, { withModels: models }), { spec: found.slug, models })
  if (pages.length === 0) throw badRequest(named, 'names a specification without operations')
  const isThere = (await entries(open.storage.nodes, open.revision.roots.pages)).some(
    ([, page]) => page.computed?.spec === found.slug,
  )
  if (isThere || batch.specs.has(found.slug)) throw badRequest(named, 'names a specification whose pages are there')
  batch.specs.add(found.slug)
  for (const id of await insertAll(batch, pages, change, field)) batch.affected.created(id, undefined)
  await recordReferences(context.sql, { spaceId: open.revision.spaceId, userId: context.userId }, [found.slug])
}

/** Inserts the pages with those below them; returns the ids of the former. */
async function insertAll(
  { editor }: Batch,
  pages: NestedPage[],
  { into = null, at }: Pick<Change, 'into' | 'at'>,
  field: string,
): Promise<string[]> {
  if (at === undefined) return editor.insertPages(pages, into, field)
  const ids: string[] = []
  for (const [index, { pages: below = [], ...page }] of pages.entries()) {
    const id = await editor.insertPage({ ...page, into, at: at + index }, field)
    await editor.insertPages(below, id, field)
    ids.push(id)
  }
  return ids
}

/** Guests see no specifications. */
async function outlineFor({ sql, access }: EditingContext, spec: string): Promise<SpecificationOutline | undefined> {
  return access.member.role === null ? undefined : outlineSpec(sql, access.organizationId, spec)
}
