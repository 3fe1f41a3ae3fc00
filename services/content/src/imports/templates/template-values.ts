import type { ApplySpaceTemplate, TemplateRef } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { Roots } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { templateOf } from './template-catalog.ts'

/** The space that a template is applied to, with its content. */
interface TemplateTarget {
  spaceId: string
  storage: Storage
  roots: Roots
  /** The public address of a specification; undefined if it is not public. */
  specAddress: (id: string) => Promise<string | undefined>
}

/** Values that a template is filled in with: addresses for markdown, by name. */
export type TemplateValues = Readonly<Record<string, string>>

/**
 * Returns the values of a template. Throws 400, naming the input below `field`, for a reference that the template does
 * not have, that is of the wrong kind, or that names nothing in the space.
 */
export async function valuesOf(
  { id, params }: ApplySpaceTemplate,
  target: TemplateTarget,
  field: string,
): Promise<TemplateValues> {
  const { contentRefs } = templateOf(id, `${field}.id`)
  const values: Record<string, string> = {}
  for (const [name, ref] of Object.entries(params?.contentRefs ?? {})) {
    const at = `${field}.params.contentRefs.${name}`
    const declared = Object.hasOwn(contentRefs, name) ? contentRefs[name] : undefined
    if (!declared)
      throw badRequest(at, `is no reference of this template: it has ${Object.keys(contentRefs).join(', ')}`)
    if (!declared.kinds.includes(ref.kind)) throw badRequest(`${at}.kind`, `must be ${declared.kinds.join(' or ')}`)
    values[name] = await addressOf(ref, target, at)
  }
  return values
}

async function addressOf(ref: TemplateRef, target: TemplateTarget, at: string): Promise<string> {
  const { spaceId, storage, roots } = target
  switch (ref.kind) {
    case 'url':
      return escapeForMarkdown(ref.url)
    case 'file':
      if (!(await get(storage.nodes, roots.files, ref.file)))
        throw badRequest(`${at}.file`, 'names no file of this space')
      return `/files/${ref.file}`
    case 'page':
      if (ref.space !== undefined && ref.space !== spaceId) throw badRequest(`${at}.space`, 'must be this space')
      if (!(await get(storage.nodes, roots.pages, ref.page)))
        throw badRequest(`${at}.page`, 'names no page of this space')
      return `/pages/${ref.page}`
    case 'openapi': {
      const address = await target.specAddress(ref.spec)
      if (address === undefined) throw badRequest(`${at}.spec`, 'names no public specification of this organization')
      return address
    }
  }
}

/** Escapes an address so that no character has a meaning in markdown. */
const escapeForMarkdown = (url: string) =>
  new URL(url).href.replaceAll(/[^\w./:?#@!$&+,=%~-]/g, (sign) =>
    encodeURIComponent(sign).replaceAll(/[()'*]/g, byCode),
  )

const byCode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
