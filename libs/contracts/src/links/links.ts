import { z } from 'zod'
import { ChangeRequest } from '../content/change-requests.ts'
import { Collection } from '../content/collections.ts'
import { OpenAPISpec } from '../content/openapi-specs.ts'
import { AnyPage, File, ReusableContent } from '../content/pages.ts'
import { Space } from '../content/spaces.ts'
import { Organization } from '../identity/organization.ts'
import { list, listQuery } from '../shared/list.ts'
import { User } from '../shared/user.ts'

/** The version of a change request's content; live content has none. */
const VersionContext = z.strictObject({ type: z.literal('changeRequest'), changeRequest: ChangeRequest })
const inSpace = { organization: Organization, space: Space, versionContext: VersionContext.optional() }
const Anchor = z.strictObject({ type: z.literal('anchor'), anchor: z.string() })

/** The location of a link, or its target (docs/interface.md#links). */
export const ContentLocation = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('url'), url: z.string() }),
    z.strictObject({ kind: z.literal('page'), ...inSpace, page: AnyPage, internalLocation: Anchor.optional() }),
    z.strictObject({ kind: z.literal('file'), ...inSpace, file: File }),
    z.strictObject({ kind: z.literal('reusable-content'), ...inSpace, reusableContent: ReusableContent }),
    z.strictObject({ kind: z.literal('space'), organization: Organization, space: Space }),
    z.strictObject({ kind: z.literal('collection'), organization: Organization, collection: Collection }),
    z.strictObject({ kind: z.literal('user'), user: User }),
    z.strictObject({ kind: z.literal('openapi'), organization: Organization, openAPISpec: OpenAPISpec }),
  ])
  .meta({ id: 'ContentLocation' })
export type ContentLocation = z.infer<typeof ContentLocation>

const LinkStatus = z.enum(['ok', 'broken', 'in-app']).meta({ id: 'ContentReferenceStatus' })
export type LinkStatus = z.infer<typeof LinkStatus>

const linkRelations = ['reference', 'dependsOn'] as const
export type LinkRelation = (typeof linkRelations)[number]

/** All links with one relation to one target. */
const ContentReferenceUsage = z
  .strictObject({
    status: LinkStatus,
    relation: z.enum(linkRelations).meta({ id: 'ContentReferenceRelation' }),
    targetReference: ContentLocation.optional(),
    locationReferences: z.array(ContentLocation),
  })
  .meta({ id: 'ContentReferenceUsage' })

const ContentReferencesStats = z
  .strictObject({
    total: z.int(),
    broken: z.strictObject({ total: z.int(), changeRequest: z.int().optional() }),
  })
  .meta({ id: 'ContentReferencesStats' })

export const LinksQuery = listQuery({ status: LinkStatus.optional() })
export const brokenContexts = ['change-request', 'space'] as const
export const ChangeRequestLinksQuery = LinksQuery.extend({ brokenContext: z.enum(brokenContexts).optional() })
export const LinkList = list(ContentReferenceUsage).extend({ stats: ContentReferencesStats })
