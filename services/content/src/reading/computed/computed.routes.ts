import { atLeast, readableSpaceIds, spaceLevel, storedLevel } from '@quire/access'
import { computedOperations } from '@quire/contracts'
import { badRequest, type Input, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { outlineSpec } from '../../openapi/outline-spec.ts'
import { presentRevision, viewOf } from '../../pages/content.present.ts'
import { openLive } from '../../pages/open-revision.ts'
import { presentDocument } from '../../pages/text-conversion.ts'
import { referencePages } from '../../storage/references/reference-pages.ts'
import { filterVisible } from '../../visitors/filter-visible.ts'
import { implement, type ReadingContext } from '../context.ts'
import { readDocument } from '../revisions.routes.ts'
import { computedText, presentComputedPages } from './computed-pages.ts'

type OfRevision = ReadingContext & Input<typeof computedOperations.getComputedRevision>

export const computedRoutes = implement(computedOperations, {
  async getComputedDocument(context) {
    const { body, parser, query, params } = context
    const { source, seed } = body
    if ('dependencies' in source) {
      const pages = await pagesOf(context, source.dependencies.spec.ref.spec, true)
      const markdown = computedText(pages, seed, source.props)
      if (markdown === undefined) throw notFound('This part of the specification')
      return presentDocument(parser, markdown, query.schema)
    }
    if (source.type !== 'builtin:translation') throw noIntegration()
    const { space, document } = source.props as { space: string; document: string }
    await requireReadable(context, space)
    return readDocument({ ...context, params: { ...params, spaceId: space, documentId: document } })
  },

  async getComputedRevision(context) {
    const { source, seed } = context.body
    if (!('dependencies' in source)) throw noIntegration()
    if (source.type === 'builtin:translation')
      return translated(context, source.dependencies.translation.ref.translation)
    const pages = await pagesOf(context, source.dependencies.spec.ref.spec, source.props.models)
    const open = await openLive(context, context.params.spaceId)
    const view = viewOf(context, open, {})
    const terms = { seed, view, createdAt: open.revision.createdAt }
    return { pages: presentComputedPages(pages, terms) as never, files: [], reusableContents: [] }
  },
})

const noIntegration = () =>
  badRequest('body.source.type', 'is of an integration, and no integration computes contents here')

/** Returns the pages of a specification of the space's organization, for its members; throws 404. */
async function pagesOf({ sql, access }: ReadingContext, spec: string, withModels: boolean) {
  const isMember = atLeast(storedLevel(access.member.role), 'read')
  const outline = isMember ? await outlineSpec(sql, access.organizationId, spec) : undefined
  if (!outline) throw notFound('The specification, or a version of it,')
  return referencePages(outline, { withModels })
}

/** Presents the live content of a translation's result. */
async function translated(context: OfRevision, translationId: string) {
  const { sql, access } = context
  const row = await sql
    .selectFrom('translation')
    .select('result_space')
    .where('id', '=', translationId)
    .where('organization_id', '=', access.organizationId)
    .where('result_revision', 'is not', null)
    .where(raw<boolean>`result_space = any(array(${readableSpaceIds({ member: access.member })}))`)
    .executeTakeFirst()
  if (!row) throw notFound('The translation')
  const open = await openLive(context, row.result_space)
  const inResult = { ...context, query: {}, params: { spaceId: row.result_space } }
  const { pages, files, reusableContents } = await presentRevision(inResult, open, undefined, (kind, ids) =>
    filterVisible(inResult, open, kind, ids),
  )
  return { pages: pages as never, files, reusableContents }
}

async function requireReadable({ sql, userId, access, deps }: ReadingContext, spaceId: string): Promise<void> {
  const found = await spaceLevel(sql, { userId, spaceId }, deps.isBarred)
  const isVisible =
    found && found.level !== 'none' && !found.isDeleted && found.organizationId === access.organizationId
  if (!isVisible) throw notFound('The space')
}
