import type { Template, TemplateRef } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { z } from 'zod'

type RefKind = TemplateRef['kind']

interface RefDeclaration {
  description: string
  kinds: readonly RefKind[]
}

/** A template. Its pages lie in the folder of its id, in the format of an import. Every reference is optional. */
interface TemplateEntry {
  title: string
  description: string
  contentRefs: Readonly<Record<string, RefDeclaration>>
}

const logo: RefDeclaration = { description: 'A picture on the first page.', kinds: ['file', 'url'] }
const support: RefDeclaration = { description: 'Where readers get help.', kinds: ['url', 'page'] }

const catalog: Readonly<Record<string, TemplateEntry>> = {
  'product-docs': {
    title: 'Product documentation',
    description: 'A quickstart, concepts, guides, settings and answers for a product.',
    contentRefs: { logo, support },
  },
  'api-reference': {
    title: 'API reference',
    description: 'Authentication, conventions, errors and operations of an interface over HTTP.',
    contentRefs: { openapi: { description: 'The OpenAPI document.', kinds: ['openapi', 'url', 'file'] }, support },
  },
  changelog: {
    title: 'Changelog',
    description: 'Releases, newest first, and a form for the notes on each.',
    contentRefs: { logo, support },
  },
  handbook: {
    title: 'Handbook',
    description: 'How a team works: its people, its decisions, and what to do when something breaks.',
    contentRefs: { logo, support },
  },
}

const templateIds = Object.keys(catalog)

/** Throws 400 naming `field` and the available templates. */
export function templateOf(id: string, field: string): TemplateEntry {
  const template = Object.hasOwn(catalog, id) ? catalog[id] : undefined
  if (!template) throw badRequest(field, `is no template: choose ${templateIds.join(', ')}`)
  return template
}

export const presentTemplates = (): z.input<typeof Template>[] =>
  Object.entries(catalog).map(([id, { title, description, contentRefs }]) => ({
    object: 'template',
    id,
    title,
    description,
    contentRefs: Object.entries(contentRefs).map(([name, { kinds, ...ref }]) => ({
      name,
      ...ref,
      kinds: [...kinds],
    })),
  }))
