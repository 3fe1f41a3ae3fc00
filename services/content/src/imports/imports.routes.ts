import { importOperations } from '@quire/contracts'
import { conflict, created, prepared } from '@quire/kit'
import { type ContentContext, implement } from '../context.ts'
import { openLive, openRevision } from '../pages/history.ts'
import { goLive } from '../pages/live.ts'
import { changedByDraft } from '../revisions/draft.ts'
import { RevisionEditor } from '../revisions/editor.ts'
import { lockSpace } from '../spaces/spaces.state.ts'
import { entries } from '../trees/read.ts'
import { bringIn } from './bring-in.ts'
import { prepareImport } from './import.ts'

/** `locked` refuses direct writes, not change requests (design 6). */
function requireLiveEdits({ edit_mode }: { edit_mode: 'live' | 'locked' }): void {
  if (edit_mode === 'locked') throw conflict('The space is locked: change it through a change request.')
}

/** Fetches and reads all of it before anything is written: what cannot be imported whole is refused here. */
async function prepare(
  context: ContentContext & { params: { spaceId: string }; body: { url: string; source: string } },
) {
  const { sql, params, body, deps, signal } = context
  requireLiveEdits(
    await sql.selectFrom('space').select('edit_mode').where('id', '=', params.spaceId).executeTakeFirstOrThrow(),
  )
  const { revision, storage } = await openLive(context, params.spaceId)
  const [pages, files, reusables] = await Promise.all([
    entries(storage.nodes, revision.roots.pages),
    entries(storage.nodes, revision.roots.files),
    entries(storage.nodes, revision.roots.reusables),
  ])
  const known = {
    pages: idsByPath(pages),
    reusableContents: idsByPath(reusables),
    files: new Map(files.flatMap(([id, file]) => (file.path === undefined ? [] : [[file.path, id] as const]))),
  }
  const keep = (name: string, bytes: Buffer) => deps.files.keep(revision.store, name, bytes)
  const plan = await prepareImport({ ...body, allow: deps.outboundAllow, signal, keep, known })
  return { plan, basedOn: revision.id }
}

const idsByPath = (entries: (readonly [string, { git?: { path: string } }])[]) =>
  new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path, id] as const] : [])))

export const importRoutes = implement(importOperations, {
  importContent: prepared(prepare, async (context, { plan, basedOn }) => {
    const { params, userId } = context
    const space = await lockSpace(context, params.spaceId)
    requireLiveEdits(space)
    if (space.revision !== basedOn) throw conflict('The content changed while the import was read: import again.')
    const { revision, storage } = await openRevision(context, space.id, basedOn)
    const createdAt = new Date().toISOString()
    const editor = new RevisionEditor(storage, revision.roots, createdAt)
    await bringIn(editor, plan)
    const drafted = await editor.finish()
    const live = await goLive(context, {
      revision: {
        spaceId: space.id,
        store: space.store,
        changeRequestId: null,
        parents: [basedOn],
        kind: 'import',
        message: null,
        createdBy: userId,
        createdAt,
      },
      drafted,
      changedPages: await changedByDraft(storage, revision.roots, drafted),
    })
    const { importedResources, totalResources } = plan
    return created({ revision: live.id, importedResources, totalResources })
  }),
})
