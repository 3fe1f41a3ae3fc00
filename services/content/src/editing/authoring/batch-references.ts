import type { ContentChange } from '@quire/contracts'
import type { Link } from '@quire/document'
import { badRequest } from '@quire/kit'
import type { OpenRevision } from '../../pages/open-revision.ts'
import type { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import type { FileEntry } from '../../storage/revisions/revision-entries.ts'
import type { RevisionFinder } from '../../storage/revisions/revision-finder.ts'
import type { EditingContext } from '../context.ts'
import type { AffectedPages } from './affected-pages.ts'
import type { BatchFile } from './batch-files.ts'

export interface BranchEdit {
  context: EditingContext
  editor: RevisionEditor
  /** The revision of the change request before the batch. */
  open: OpenRevision
  /** The live revision that the change request is based on. */
  base: string
  files: BatchFile[]
  /** New bytes of existing files (`update_file`), by the index of the change. */
  replaced: ReadonlyMap<number, FileEntry>
}

/** A batch in progress: the edited revision, and work for after all changes. */
export interface Batch extends BranchEdit {
  affected: AffectedPages
  refs: References
  /** Finds by ids, slugs and files. Its index of files of pages is from before the batch. */
  finder: RevisionFinder
  /** Slugs of the specifications whose pages the batch inserts. */
  specs: Set<string>
  /** Ids of inserted reusable contents, in order. */
  insertedContents: string[]
  /**
   * Texts with unresolved links, by the id of a page or reusable content, with the field that they came in and, if
   * known, their links.
   */
  texts: Map<string, { markdown: string; field: string; links?: readonly Link[] }>
}

/**
 * Ids by the refs that texts of a batch use for its new pages, reusable contents (`./<ref>.md`) and files (`./<ref>`).
 */
export interface References {
  pages: Map<string, string>
  files: Map<string, string>
  reusableContents: Map<string, string>
}

/** Normalizes the ref of a page for comparison. Both a link and the ref itself may have the extension of a file. */
export const pageRef = (text: string) => fileRef(text).replace(/\.(md|markdown)$/i, '')
export const fileRef = (text: string) => text.replace(/^(\.\/)+/, '').normalize()

export const noReferences = (): References => ({ pages: new Map(), files: new Map(), reusableContents: new Map() })

/** Returns the references to files; a file without a ref is referred to by name. Pages are added once they have ids. */
export function referencesOf(files: readonly BatchFile[]): References {
  const named = files.map(({ entry, id }) => [fileRef(entry.name), id] as const)
  const given = files.flatMap(({ ref, id }) => (ref === undefined ? [] : [[fileRef(ref), id] as const]))
  return { ...noReferences(), files: new Map([...named.reverse(), ...given]) }
}

/** Throws 400 naming the first ref that occurs twice in the batch or is the path of a page. */
export async function requireOwnRefs(changes: readonly ContentChange[], finder: RevisionFinder): Promise<void> {
  const taken = new Set<string>()
  for (const { ref, field } of refsOf(changes)) {
    const name = pageRef(ref)
    if (taken.has(name)) throw badRequest(field, `${ref} is the ref of something else in this batch`)
    if (await finder.pageAt(name)) throw badRequest(field, `${ref} is the path of a page`)
    taken.add(name)
  }
}

function refsOf(changes: readonly ContentChange[]): { ref: string; field: string }[] {
  return changes.flatMap((change, index) => {
    const field = `body.changes.${index}`
    if (change.operation === 'insert_page' || change.operation === 'insert_reusable_content')
      return change.ref === undefined ? [] : [{ ref: change.ref, field: `${field}.ref` }]
    if (change.operation !== 'insert_files') return []
    return change.files.flatMap(({ ref }, at) =>
      ref === undefined ? [] : [{ ref, field: `${field}.files.${at}.ref` }],
    )
  })
}
