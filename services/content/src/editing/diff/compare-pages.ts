import type { PageComparison } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { z } from 'zod'
import { type OpenRevision, openRevision } from '../../pages/open-revision.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import { markdownOf } from '../../storage/revisions/revision-reads.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { lastSeen } from '../change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { EditingContext } from '../context.ts'
import { presentPageIn } from './page-changes.ts'

type CompareRequest<Params> = Pick<EditingContext, 'sql' | 'deps' | 'parser'> & {
  params: Params & { pageId: string }
  query: { base?: string | undefined; context: number }
}

/** Compares the text of a page with that in the revision given as `base`, or in the first parent. */
export async function comparePageOfRevision(
  context: CompareRequest<{ spaceId: string; revisionId: string }>,
): Promise<z.input<typeof PageComparison>> {
  const { spaceId, revisionId } = context.params
  const after = await openRevision(context, spaceId, revisionId)
  return compareIn(context, context.query.base ?? after.revision.parents[0], after)
}

/** Compares the text of a page with that in the revision given as `base`, or in the live revision last merged into it. */
export async function comparePageOfChangeRequest(
  context: CompareRequest<ChangeRequestPath>,
): Promise<z.input<typeof PageComparison>> {
  const row = await findChangeRequest(context.sql, context.params)
  const after = await openRevision(context, context.params.spaceId, row.revision)
  return compareIn(context, context.query.base ?? lastSeen(row), after)
}

/** Compares a page in two revisions; it may be in one alone. Throws 404 if it is in neither. */
async function compareIn(
  context: CompareRequest<{ spaceId: string }>,
  base: string | undefined,
  after: OpenRevision,
): Promise<z.input<typeof PageComparison>> {
  const { pageId, spaceId } = context.params
  const before = base === undefined ? undefined : await openRevision(context, spaceId, base)
  const [was, is] = await Promise.all([before && readSide(before, pageId), readSide(after, pageId)])
  if (!was && !is) throw notFound('The page')
  return {
    object: 'page-comparison',
    revisions: { ...(before && { before: before.revision.id }), after: after.revision.id },
    page: { ...(was && { before: was.page }), ...(is && { after: is.page }) },
    text: await context.parser.run('compareTexts', was?.markdown ?? '', is?.markdown ?? '', context.query.context),
  }
}

/** Reads a page of a revision and its text; undefined if the revision does not have the page. */
async function readSide({ storage, revision }: OpenRevision, id: string) {
  const page: PageEntry | undefined = await get(storage.nodes, revision.roots.pages, id)
  if (!page) return undefined
  const [markdown, presented] = await Promise.all([
    markdownOf(storage, page),
    presentPageIn(storage, revision.roots, id, page),
  ])
  return { markdown, page: presented }
}
