import type { ContentChange } from '@quire/contracts'
import { isSafeUrl } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { urlRef } from '../../storage/front-matter/write-front-matter.ts'
import type { PageEntry, PageType } from '../../storage/revisions/revision-entries.ts'
import { type Batch, fileRef } from './batch-references.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>
type Cover = NonNullable<Change<'update_page'>['cover']>

/** Throws 400 for a field that pages of this type do not have. */
export function requireFieldsOf(
  type: PageType,
  { target, hasText }: Pick<Change<'update_page'>, 'target'> & { hasText: boolean },
  field: string,
): void {
  if (hasText && type !== 'document') throw badRequest(`${field}.document`, `a ${type} has no text`)
  if (target !== undefined && type !== 'link') throw badRequest(`${field}.target`, `a ${type} has no target`)
  if (target?.kind === 'url' && !isSafeUrl(target.url)) throw badRequest(`${field}.target.url`, 'is no safe address')
}

/** Returns the cover as pages store it; throws 400 if a file does not exist or an address is not safe. */
export async function requireCover(
  batch: Batch,
  { ref, refDark, yPos }: Cover,
  field: string,
): Promise<NonNullable<PageEntry['cover']>> {
  const dark = refDark && (await requirePicture(batch, refDark, `${field}.cover.refDark`))
  return { ref: await requirePicture(batch, ref, `${field}.cover.ref`), ...(dark && { refDark: dark }), yPos }
}

/** Returns a picture of the revision or of the batch, or an address. */
async function requirePicture({ editor, refs }: Batch, given: Cover['ref'], field: string): Promise<Cover['ref']> {
  if (given.kind === 'url') {
    const ref = urlRef(given.url)
    if (!ref) throw badRequest(`${field}.url`, 'is no safe address')
    return ref
  }
  const file = refs.files.get(fileRef(given.file)) ?? given.file
  if (!(await editor.files.get(file))) throw badRequest(`${field}.file`, 'names no file of this revision')
  return { kind: 'file', file }
}

/**
 * Returns the index that a change asks for below `parent`, after the other siblings have closed up; undefined if it asks
 * for none. Throws 400 if `after` is not a page beside it.
 */
export async function indexOf(
  { editor }: Batch,
  { at, after }: Pick<Change<'update_page'>, 'at' | 'after'>,
  parent: string | null,
  field: string,
  own?: string,
): Promise<number | undefined> {
  if (after === undefined || after === null) return after === null ? 0 : at
  const siblings = (await editor.children(parent)).filter((id) => id !== own)
  const before = siblings.indexOf(after)
  if (before < 0) throw badRequest(`${field}.after`, 'names no page beside it')
  return before + 1
}
