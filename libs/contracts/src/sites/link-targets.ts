import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** Excludes characters that end an attribute or a CSS string, or that browsers ignore. */
const harmless = '[^\\s\\p{Cc}"<>\\\\`]+$'
const absolute = (begins: string, what: string) =>
  z
    .url()
    .max(2048)
    .regex(new RegExp(`^(?:${begins})${harmless}`, 'u'), `must be ${what}, percent-encoded`)

export const WebUrl = absolute('https?://', 'an http or https address').meta({ id: 'WebURL' })
const LinkUrl = absolute('https?://|mailto:|tel:', 'an http, https, mailto or tel address')

const space = Id.optional()

/** The target of a link. Without `space` it lies in the space that the visitor is reading. */
const LinkTarget = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('url'), url: LinkUrl }),
    z.object({ kind: z.literal('file'), file: Id, space }),
    z.object({ kind: z.literal('page'), page: Id, space }),
    z.object({ kind: z.literal('anchor'), anchor: z.string().max(512), page: Id.optional(), space }),
    z.object({ kind: z.literal('user'), user: Id }),
    z.object({ kind: z.literal('collection'), collection: Id }),
    z.object({ kind: z.literal('space'), space: Id }),
    z.object({ kind: z.literal('reusable-content'), reusableContent: Id, space }),
    z.object({ kind: z.literal('openapi'), spec: Id }),
  ])
  .meta({ id: 'CustomizationLinkTarget' })
export type LinkTarget = z.infer<typeof LinkTarget>

const ContentLink = z.object({ title: z.string().max(64), to: LinkTarget }).meta({ id: 'CustomizationContentLink' })
const links = z.array(ContentLink).max(50)

/** A link of the header, or a menu of links. */
export const HeaderItem = z
  .object({
    title: z.string().max(128),
    style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
    /** Null for a menu, which only opens its `links`. */
    to: LinkTarget.nullable().default(null),
    links: links.default([]),
    /** Visitors see the item only if this condition is met. */
    condition: z.string().max(1024).optional(),
  })
  .meta({ id: 'CustomizationHeaderItem' })

export const FooterGroup = z
  .object({ title: z.string().max(128), links: links.default([]) })
  .meta({ id: 'CustomizationFooterGroup' })

export const Announcement = z
  .object({
    enabled: z.boolean().default(true),
    message: z.string().min(2).max(128),
    link: ContentLink.optional(),
    style: z.enum(['info', 'warning', 'danger', 'success']).default('info'),
  })
  .meta({ id: 'CustomizationAnnouncement' })
