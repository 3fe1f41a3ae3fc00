import type { TextOwner } from '../../pages/document-ids.ts'
import { layoutOf, type View } from '../../pages/pages.present.ts'
import type { FileEntry, PageEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'

/** The attributes of a page that callers see, besides its position. The document is given by hash. */
export const pageAttributes = (page: PageEntry) => ({
  title: page.title,
  linkTitle: page.linkTitle,
  description: page.description,
  slug: page.type === 'link' ? undefined : page.slug,
  document: page.document ?? undefined,
  cover: page.cover,
  emoji: page.emoji,
  icon: page.icon,
  layout: page.type === 'document' ? layoutOf(page) : undefined,
  variables: page.variables,
  tags: page.tags,
  condition: page.condition,
  hidden: page.hidden ?? false,
  noIndex: page.noIndex ?? false,
  noRobotsIndex: page.noRobotsIndex ?? false,
  target: page.target,
})

/** The attributes of a file that callers see. The bytes are given by name. */
export const fileAttributes = ({ name, blob, size, contentType, dimensions }: FileEntry) => ({
  name,
  downloadURL: blob,
  size,
  contentType,
  dimensions,
})

export const reusableContentAttributes = ({ title, document }: ReusableContentEntry) => ({
  title,
  document: document ?? undefined,
})

/** The values of each changed attribute; undefined where it is not set. */
export type AttributeChanges<Attributes> = {
  [Name in keyof Attributes]?: { before?: Attributes[Name]; after?: Attributes[Name] }
}

/** Returns the attributes that differ, or undefined if all are equal. */
export function changedAttributes<Attributes extends object>(
  before: Attributes,
  after: Attributes,
): AttributeChanges<Attributes> | undefined {
  const changed: AttributeChanges<Attributes> = {}
  for (const name of Object.keys(after) as (keyof Attributes)[]) {
    const [was, is] = [before[name], after[name]]
    if (!sameAttribute(was, is))
      changed[name] = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

const sameAttribute = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && typeof other === 'object' && sameValue(one, other))

/** Replaces the hashes of changed documents by the ids that callers know. */
export function withDocumentIds<
  Attributes extends { document?: AttributeChanges<{ document: string | undefined }>['document'] },
>({ document, ...others }: Attributes, owner: TextOwner, { documentIds }: Pick<View, 'documentIds'>) {
  if (!document) return others
  const [before, after] = [document.before, document.after].map((hash) => documentIds.of(hash ?? null, owner))
  return { ...others, document: { ...(before && { before }), ...(after && { after }) } }
}
