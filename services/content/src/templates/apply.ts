import type { templateOperations } from '@quire/contracts'
import { created, type Input, prepared } from '@quire/kit'
import { findChangeRequest, requireActive } from '../change-requests/change-requests.rules.ts'
import { continueLine } from '../change-requests/lines.ts'
import type { ContentContext } from '../context.ts'
import { requireLiveEdits } from '../imports/base.ts'
import { publishedSpec } from '../openapi/find.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/history.ts'
import { goLive } from '../publishing/live.ts'
import { RevisionEditor } from '../revisions/editor.ts'
import { lockSpace } from '../structure/spaces.state.ts'
import { addTemplate, readTemplate, type TemplatePages } from './read-template.ts'
import { valuesOf } from './references.ts'

type Application = ContentContext & Input<typeof templateOperations.applyTemplateToSpace>

/**
 * Adds the pages of a template to the live content, or to a change request. They are read before anything is locked,
 * and what they refer to is looked for again under the lock.
 */
export const applyTemplate = prepared(
  async (context: Application): Promise<TemplatePages> => {
    const { body, parser, signal } = context
    return readTemplate(body.id, await valuesIn(context, await openTarget(context)), { parser, signal })
  },
  async (context, pages) => {
    if (context.body.changeRequestId === undefined) await addToSpace(context, pages)
    else await addToChangeRequest(context, context.body.changeRequestId, pages)
    return created(undefined)
  },
)

function valuesIn(context: Application, { revision: { spaceId, roots }, storage }: OpenRevision) {
  return valuesOf(context.body, { spaceId, storage, roots, specAddress: publishedSpec(context) }, 'body')
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
  const { drafted, createdAt } = await drafting(context, await openRevision(context, space.id, space.revision), pages)
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
  })
}

async function addToChangeRequest(context: Application, changeRequestId: string, pages: TemplatePages): Promise<void> {
  const { spaceId } = context.params
  const changeRequest = await findChangeRequest(context.sql, { spaceId, changeRequestId }, true)
  requireActive(changeRequest)
  const open = await openRevision(context, spaceId, changeRequest.revision)
  const { drafted, createdAt } = await drafting(context, open, pages)
  const next = { store: open.revision.store, kind: 'edits' as const, parents: [changeRequest.revision], createdAt }
  await continueLine(context, changeRequest, next, drafted)
}

async function drafting(context: Application, open: OpenRevision, pages: TemplatePages) {
  await valuesIn(context, open)
  const createdAt = context.deps.now().toISOString()
  const editor = new RevisionEditor(open.storage, open.revision.roots, createdAt)
  await addTemplate(editor, pages)
  return { drafted: await editor.finish(), createdAt }
}
