import { requireCondition } from '@quire/access'
import type { ContentChange } from '@quire/contracts'
import { badRequest, slugOf } from '@quire/kit'
import type { ReadText } from '../../pages/plain-text.ts'
import { frontMatterPatch } from '../../storage/front-matter/front-matter-patch.ts'
import { type CoverRefs, coverAddresses, readFrontMatter } from '../../storage/front-matter/read-front-matter.ts'
import { type CoverRef, urlRef } from '../../storage/front-matter/write-front-matter.ts'
import type { AttributesPatch } from '../../storage/revisions/page-attributes.ts'
import { type PageEntry, slugFor } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { type Batch, pageRef } from './batch-references.ts'
import { deletedMeanwhile, mergeEdit, type PageEdit, pageInBase } from './merge-edit.ts'
import { indexOf, requireCover, requireFieldsOf } from './page-fields.ts'
import { findCoverFile } from './resolve-links.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>
type Fields = Pick<
  Change<'update_page'>,
  | ('description' | 'emoji' | 'icon' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'condition' | 'layout')
  | ('linkTitle' | 'cover' | 'target')
>

const defaultTitle = 'Untitled'
const noText: ReadText = { markdown: '', found: undefined, heading: undefined, links: [] }

/** Inserts a page. Front matter overrides the fields of the change; a title overrides a heading. */
export async function insertPage(
  batch: Batch,
  change: Change<'insert_page'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  const { type = 'document', title, slug, target, into = null, ref } = change
  const { editor } = batch
  const { markdown, found, heading, links } = text ?? noText
  requireFieldsOf(type, { target, hasText: markdown !== '' }, field)
  if (type === 'link' && target === undefined) throw badRequest(`${field}.target`, 'is required for a link')
  const above = into === null ? undefined : await editor.page(into)
  const read = found && readFrontMatter(found, await coverRefs(batch, found, above))
  const at = await indexOf(batch, change, into, field)
  const page = await editor.insertPage(
    {
      type,
      ...setOnly(await attributesOf(batch, change, field)),
      ...(read && { ...read.attributes, frontMatter: read.rest }),
      title: read?.title ?? title ?? (heading?.slice(0, 500) || defaultTitle),
      ...(slug && { slug: await freeSlug(batch, slug, into, undefined, field) }),
      into,
      ...(at !== undefined && { at }),
    },
    field,
  )
  batch.texts.set(page, { markdown, links, field: `${field}.document` })
  batch.affected.created(page, ref)
  if (ref !== undefined) batch.refs.pages.set(pageRef(ref), page)
}

/**
 * Changes a page. Absent fields stay unchanged, null clears a field. Front matter overrides the other fields. With a
 * `base`, what others have changed since then is merged with the change.
 */
export async function updatePage(
  batch: Batch,
  change: Change<'update_page'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  const { page: id, base, document, target, into } = change
  const { editor } = batch
  const page = await editor.page(id)
  const before = base === undefined ? page : await pageInBase(batch, base, id)
  if (!page && before) throw deletedMeanwhile(id)
  if (!page || !before) throw badRequest(`${field}.page`, 'names no page of this revision')
  requireFieldsOf(page.type, { target, hasText: document !== undefined }, field)
  const edit = await editOf(batch, change, { page, before, text }, field)
  const merged = base === undefined ? { edit, text } : await mergeEdit(batch, { id, before, page, edit, text })
  const at = await indexOf(batch, change, into === undefined ? page.parent : into, field, id)
  const fields = { ...merged.edit, ...(into !== undefined && { into }), ...(at !== undefined && { at }) }
  // Without a field it keeps what is in conflict, which a text by itself does not decide.
  if (!text || Object.keys(fields).length > 0) await editor.updatePage(id, fields, field)
  if (merged.text) {
    const { markdown, links } = merged.text
    batch.texts.set(id, { markdown, ...(links && { links }), field: `${field}.document` })
  }
  batch.affected.changed(id)
  if ('hasOthers' in merged && merged.hasOthers) batch.affected.merged(id)
}

interface EditedPage {
  page: PageEntry
  /** The page as the author read it. */
  before: PageEntry
  text: ReadText | undefined
}

/** Returns the fields that a change names, and those that its front matter changes. The position is not among them. */
async function editOf(
  batch: Batch,
  change: Change<'update_page'>,
  { page, before, text }: EditedPage,
  field: string,
): Promise<PageEdit> {
  const { page: id, slug, into } = change
  const fromFrontMatter = text?.found && (await frontMatterChanges(batch, before, text.found))
  const title = fromFrontMatter?.title ?? change.title
  const parent = into === undefined ? page.parent : into
  return {
    ...(change.title !== undefined && title === change.title && { title: change.title }),
    ...withoutKeys(await attributesOf(batch, change, field, before), fromFrontMatter?.mentioned),
    ...fromFrontMatter?.patch,
    ...(slug === '' && { slug: slugFor(title ?? page.title) }),
    ...(slug && { slug: await freeSlug(batch, slug, parent, id, field) }),
  }
}

async function frontMatterChanges(batch: Batch, page: PageEntry, found: Record<string, unknown>) {
  const above = page.parent === null ? undefined : await batch.editor.page(page.parent)
  const read = readFrontMatter(found, await coverRefs(batch, found, page.git ? page : above))
  const { patch, mentioned } = frontMatterPatch(page, found, read)
  const { title } = read
  return { title, mentioned, patch: changedOnly(page, { ...patch, ...(title !== undefined && { title }) }) }
}

/** Removes fields that the page has already: an editor sends the front matter with each text, also as it was. */
function changedOnly(page: PageEntry, edit: PageEdit): PageEdit {
  const names = Object.keys(edit) as (keyof PageEdit)[]
  return withoutKeys(edit, new Set(names.filter((name) => sameValue(page[name] ?? null, edit[name] ?? null))))
}

async function coverRefs(
  { finder, refs }: Batch,
  found: Record<string, unknown>,
  near: PageEntry | undefined,
): Promise<CoverRefs> {
  const refOf = async (address: string | undefined): Promise<CoverRef | undefined> => {
    if (address === undefined) return undefined
    const file = await findCoverFile(finder, refs, address, near)
    return file === undefined ? urlRef(address) : { kind: 'file', file }
  }
  const { light, dark } = coverAddresses(found)
  return { light: await refOf(light), dark: await refOf(dark) }
}

/** Returns the attributes of a change. An empty string clears an attribute that cannot be empty. */
async function attributesOf(batch: Batch, change: Fields, field: string, page?: PageEntry): Promise<AttributesPatch> {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, linkTitle, target, layout, cover } = change
  const texts = { emoji, icon, linkTitle }
  // A condition that cannot be read hides the page from every visitor; one that came in front matter may stay.
  const isKept = change.condition === page?.condition
  const condition = isKept ? change.condition : requireCondition(`${field}.condition`, change.condition)
  const cleared = Object.entries(texts).flatMap(([name, value]) => (value === '' ? [[name, null]] : []))
  return {
    ...definedOnly({ description, hidden, noIndex, noRobotsIndex, condition, target, ...texts }),
    ...Object.fromEntries(cleared),
    ...(layout !== undefined && { layout: layout && { ...page?.layout, ...definedOnly(layout) } }),
    ...(cover !== undefined && { cover: cover && (await requireCover(batch, cover, field)) }),
  }
}

/** Returns a requested slug, or throws 400 if a sibling has it. Only slugs derived from titles get numbers. */
async function freeSlug(
  { finder }: Batch,
  requested: string,
  parent: string | null,
  own: string | undefined,
  field: string,
): Promise<string> {
  const slug = slugOf(requested)
  const holder = slug === '' ? undefined : await finder.child(parent, slug)
  if (holder !== undefined && holder !== own)
    throw badRequest(`${field}.slug`, `${slug} is the slug of a page beside it`)
  return requested
}

/** Removes undefined fields, since absent fields stay unchanged. */
function definedOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Removes null and undefined fields, since a new page has nothing to clear. */
function setOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as never
}

function withoutKeys<T extends object>(fields: T, keys: ReadonlySet<string> = new Set()): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key))) as Partial<T>
}
