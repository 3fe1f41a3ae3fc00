import { templateOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { created, prepared } from '@quire/kit'
import { findChangeRequest, requireActive } from '../../editing/change-requests/change-requests.rules.ts'
import { commitToBranch } from '../../editing/change-requests/commit-to-branch.ts'
import { goLive } from '../../editing/go-live.ts'
import { findPublishedAddress } from '../../openapi/find-spec.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import { openLive, openRevision } from '../../pages/open-revision.ts'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { lockSpace } from '../../workspace/tree/spaces.state.ts'
import type { ImportsContext } from '../context.ts'
import { implement } from '../context.ts'
import { requireLiveEdits } from '../import-base.ts'
import type { TemplatePages } from './read-template.ts'
import { addTemplate, readTemplate } from './read-template.ts'
import { presentTemplates } from './template-catalog.ts'
import { valuesOf } from './template-values.ts'

type Application = ImportsContext & Input<typeof templateOperations.applyTemplateToSpace>

/**
 * Adds the pages of a template to the live content or to a change request. The pages are read before anything is
 * locked, and their references are looked up again under the lock.
 */
const applyTemplate = prepared(
  async (context: Application): Promise<TemplatePages> => {
    const { body, parser, signal } = context
    return readTemplate(body.id, await valuesIn(context, await openTarget(context)), { parser, signal })
  },
  async (context, pages) => {
    if (context.body.changeRequestId === undefined) await addToSpace(context, pages)
    else await addToChangeRequest(context, context.body.changeRequestId, pages)
    // What is in a change request goes live, and is recorded, when it is merged.
    context.audit({ isUnchanged: context.body.changeRequestId !== undefined })
    return created(undefined)
  },
)

export const templateRoutes = implement(templateOperations, {
  listTemplates: async () => ({ items: presentTemplates() }),
  applyTemplateToSpace: applyTemplate,
})

function valuesIn(context: Application, { revision: { spaceId, roots }, storage }: OpenRevision) {
  return valuesOf(context.body, { spaceId, storage, roots, specAddress: findPublishedAddress(context) }, 'body')
}

async function openTarget(context: Application): Promise<OpenRevision> {
  const { sql, params, body } = context
  if (body.changeRequestId === undefined) return openLive(context, params.spaceId)
  const path = { spaceId: params.spaceId, changeRequestId: body.changeRequestId }
  return openRevision(context, params.spaceId, (await findChangeRequest(sql, path)).revision)
}

async function addToSpace(context: Application, pages: TemplatePages): Promise<void> {
  const { params, userId } = context
  const space = await lockSpace(context, params.spaceId)
  requireLiveEdits(space)
  const open = await openRevision(context, space.id, space.revision)
  const { drafted, createdAt } = await drafting(context, open, pages)
  await goLive(context, {
    revision: {
      spaceId: space.id,
      store: space.store,
      changeRequestId: null,
      parents: [space.revision],
      kind: 'edits',
      message: null,
      createdBy: userId,
      createdAt,
    },
    drafted,
    // A template only adds pages.
    left: { added: new Map(), removed: new Map() },
  })
}

async function addToChangeRequest(context: Application, changeRequestId: string, pages: TemplatePages): Promise<void> {
  const { spaceId } = context.params
  const changeRequest = await findChangeRequest(context.sql, { spaceId, changeRequestId }, true)
  requireActive(changeRequest)
  const open = await openRevision(context, spaceId, changeRequest.revision)
  const { drafted, createdAt } = await drafting(context, open, pages)
  const next = { store: open.revision.store, kind: 'edits' as const, parents: [changeRequest.revision], createdAt }
  await commitToBranch(context, changeRequest, next, drafted)
}

async function drafting(context: Application, open: OpenRevision, pages: TemplatePages) {
  await valuesIn(context, open)
  const createdAt = context.deps.now().toISOString()
  const editor = new RevisionEditor(open.storage, open.revision.roots, createdAt)
  await addTemplate(editor, pages)
  return { drafted: await editor.finish(), createdAt }
}
