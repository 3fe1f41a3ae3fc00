import { conflict } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { openLive } from '../pages/history.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import { writeNodes } from '../revisions/revisions.ts'
import { announced } from '../revisions/unnamed.ts'
import { entries } from '../trees/read.ts'
import { bringIn } from './bring-in.ts'
import { prepareImport } from './import.ts'
import type { ImportPlan } from './plan.ts'
import { textWriter } from './texts.ts'

type ImportContext = ContentContext & { params: { spaceId: string }; body: { url: string; source: string } }

/** An import that is written, down to its last node, and that no revision names yet. */
interface WrittenImport extends Pick<ImportPlan, 'importedResources' | 'totalResources'> {
  /** The live revision that it was added to. */
  basedOn: string
  /** Its announcement. */
  writing: string
  /** Nothing is left to write but the revision. */
  drafted: DraftedRevision
  createdAt: string
}

/** `locked` refuses direct writes, not change requests (docs/interface.md#spaces). */
export function requireLiveEdits({ edit_mode }: { edit_mode: 'live' | 'locked' }): void {
  if (edit_mode === 'locked') throw conflict('The space is locked: change it through a change request.')
}

/**
 * Fetches, reads and writes an import, some hundred rows at a time, outside of any transaction. An import that cannot
 * come in whole is refused here; the rows that it left are swept later. Waits until there is room for another import.
 */
export async function writeImport(context: ImportContext): Promise<WrittenImport> {
  const { sql, access, params, deps, signal } = context
  requireLiveEdits(
    await sql.selectFrom('space').select('edit_mode').where('id', '=', params.spaceId).executeTakeFirstOrThrow(),
  )
  return deps.imports.gate(access.organizationId, signal, async () => {
    const { revision } = await openLive(context, params.spaceId)
    return announced(sql, revision.store, (writing) => write(context, writing))
  })
}

async function write(context: ImportContext, writing: string): Promise<WrittenImport> {
  const { sql, params, body, deps, signal } = context
  const { revision, storage } = await openLive(context, params.spaceId)
  const { roots, store } = revision
  const createdAt = deps.now().toISOString()
  const texts = textWriter(sql, store)
  const parser = deps.inBackground(signal)
  const plan = await prepareImport({
    ...body,
    allow: deps.outboundAllow,
    signal,
    folder: deps.imports.folder,
    keep: (name, bytes) => deps.files.keep(store, name, bytes),
    keepText: texts.keep,
    parser,
    known: {
      pages: idsByPath(await entries(storage.nodes, roots.pages)),
      reusableContents: idsByPath(await entries(storage.nodes, roots.reusables)),
      files: new Map(
        (await entries(storage.nodes, roots.files)).flatMap(([id, file]) =>
          file.path === undefined ? [] : [[file.path, id] as const],
        ),
      ),
    },
  })
  const draft = await bringIn({ storage, roots, now: createdAt, texts, parser }, plan)
  const drafted = await draft.finish()
  await texts.flush()
  await writeNodes(sql, store, drafted.nodes)
  const { importedResources, totalResources } = plan
  return {
    basedOn: revision.id,
    writing,
    drafted: { roots: drafted.roots, nodes: [], documents: new Map() },
    createdAt,
    importedResources,
    totalResources,
  }
}

const idsByPath = (entries: (readonly [string, { git?: { path: string } }])[]) =>
  new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path, id] as const] : [])))
