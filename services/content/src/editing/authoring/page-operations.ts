import type { ContentChange } from '@quire/contracts'
import { badRequest, slugOf } from '@quire/kit'
import type { ReadText } from '../../pages/plain-text.ts'
import { frontMatterPatch } from '../../storage/front-matter/front-matter-patch.ts'
import { coverAddress, readFrontMatter } from '../../storage/front-matter/read-front-matter.ts'
import { type CoverRef, urlRef } from '../../storage/front-matter/write-front-matter.ts'
import type { AttributesPatch } from '../../storage/revisions/page-attributes.ts'
import { type PageEntry, slugFor } from '../../storage/revisions/revision-entries.ts'
import { type Batch, pageRef } from './batch-references.ts'
import { findCoverFile } from './resolve-links.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>
type Fields = Pick<
  Change<'update_page'>,
  'description' | 'emoji' | 'icon' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'condition' | 'layout'
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
  const { operation: _, title, slug, document: __, into = null, at, ref, ...fields } = change
  const { editor } = batch
  const { markdown, found, heading, links } = text ?? noText
  const above = into === null ? undefined : await editor.page(into)
  const read = found && readFrontMatter(found, await coverRef(batch, found, above))
  const page = await editor.insertPage(
    {
      ...setOnly(attributesOf(fields)),
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

/** Changes a page. Absent fields stay unchanged, null clears a field. Front matter overrides the other fields. */
export async function updatePage(
  batch: Batch,
  change: Change<'update_page'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  const { operation: _, page: id, title, slug, document, into, at, ...fields } = change
  const { editor } = batch
  const page = await editor.page(id)
  if (!page) throw badRequest(`${field}.page`, 'names no page of this revision')
  if (document && page.type !== 'document') throw badRequest(`${field}.document`, `a ${page.type} has no text`)
  const fromFrontMatter = text?.found && (await frontMatterChanges(batch, page, text.found))
  const newTitle = fromFrontMatter?.title ?? title
  const parent = into === undefined ? page.parent : into
  await editor.updatePage(
    id,
    {
      ...withoutKeys(attributesOf(fields, page), fromFrontMatter?.mentioned),
      ...fromFrontMatter?.patch,
      ...(newTitle !== undefined && { title: newTitle }),
      ...(slug === '' && { slug: slugFor(newTitle ?? page.title) }),
      ...(slug && { slug: await freeSlug(batch, slug, parent, id, field) }),
      ...(into !== undefined && { into }),
      ...(at !== undefined && { at }),
    },
    field,
  )
  if (text) batch.texts.set(id, { markdown: text.markdown, links: text.links, field: `${field}.document` })
  batch.affected.changed(id)
}

async function frontMatterChanges(batch: Batch, page: PageEntry, found: Record<string, unknown>) {
  const above = page.parent === null ? undefined : await batch.editor.page(page.parent)
  const read = readFrontMatter(found, await coverRef(batch, found, page.git ? page : above))
  return { title: read.title, ...frontMatterPatch(page, found, read) }
}

async function coverRef(
  { finder, refs }: Batch,
  found: Record<string, unknown>,
  near: PageEntry | undefined,
): Promise<CoverRef | undefined> {
  const address = coverAddress(found)
  if (address === undefined) return undefined
  const file = await findCoverFile(finder, refs, address, near)
  return file === undefined ? urlRef(address) : { kind: 'file', file }
}

/** Returns the attributes of a change. An empty string clears an attribute that cannot be empty. */
function attributesOf({ layout, ...fields }: Fields, page?: PageEntry): AttributesPatch {
  const cleared = (['emoji', 'icon', 'condition'] as const).filter((name) => fields[name] === '')
  return {
    ...definedOnly(fields),
    ...Object.fromEntries(cleared.map((name) => [name, null])),
    ...(layout !== undefined && { layout: layout && { ...page?.layout, ...definedOnly(layout) } }),
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
