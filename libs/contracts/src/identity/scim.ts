import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'
import { AccessToken } from './access-token.ts'

/** The schemas of SCIM 2.0 that name what a message is (RFC 7643 and RFC 7644). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** The largest page of a list. */
export const maxScimResults = 200
/** The largest number of members that one request names. */
export const maxScimMembers = 5000

const Meta = z.strictObject({
  resourceType: z.enum(['User', 'Group']),
  location: Url,
  created: Timestamp.optional(),
})

/** A member of the organization as SCIM describes people. */
export const ScimUser = z
  .strictObject({
    schemas: z.array(z.literal(scimSchemas.user)).length(1),
    id: Id,
    externalId: z.string().optional(),
    userName: z.string(),
    displayName: z.string(),
    name: z.strictObject({ formatted: z.string() }),
    emails: z.array(z.strictObject({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
    active: z.boolean(),
    meta: Meta,
  })
  .meta({ id: 'ScimUser' })
export type ScimUser = z.output<typeof ScimUser>

/** A team as SCIM describes groups; without `members` where a request excludes them. */
export const ScimGroup = z
  .strictObject({
    schemas: z.array(z.literal(scimSchemas.group)).length(1),
    id: Id,
    externalId: z.string().optional(),
    displayName: z.string(),
    members: z.array(z.strictObject({ value: Id, display: z.string() })).optional(),
    meta: Meta,
  })
  .meta({ id: 'ScimGroup' })
export type ScimGroup = z.output<typeof ScimGroup>

/** Declares a list of SCIM resources. Its pages are numbered by their first item, from 1, as RFC 7644 demands. */
export const scimList = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    schemas: z.array(z.literal(scimSchemas.list)).length(1),
    totalResults: z.number().int().min(0),
    startIndex: z.number().int().min(1),
    itemsPerPage: z.number().int().min(0),
    Resources: z.array(item),
  })

/** A whole number as a parameter; it may be negative. */
const Whole = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number of at most nine digits')
  .transform(Number)

export const ScimListQuery = z.object({
  filter: z.string().max(1000).optional(),
  // Values below the least one count as it (RFC 7644, section 3.4.2.4).
  startIndex: Whole.default(1),
  count: Whole.default(100),
  attributes: z.string().max(1000).optional(),
  excludedAttributes: z.string().max(1000).optional(),
})

export const ScimReadQuery = ScimListQuery.pick({ attributes: true, excludedAttributes: true })

const externalId = z.string().min(1).max(255).nullish()
const text = z.string().trim().max(255)

/** Some providers write booleans as words. */
const Flag = z.preprocess(
  (value) => (typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value),
  z.boolean(),
)

/** What a provider may say of a person; further attributes are ignored, as RFC 7644 allows. */
export const ScimUserInput = z.looseObject({
  userName: text.min(1),
  externalId,
  displayName: text.nullish(),
  name: z.looseObject({ formatted: text.nullish(), givenName: text.nullish(), familyName: text.nullish() }).nullish(),
  emails: z
    .array(z.looseObject({ value: text.min(1), type: text.nullish(), primary: Flag.nullish() }))
    .max(20)
    .nullish(),
  active: Flag.nullish(),
})
export type ScimUserInput = z.output<typeof ScimUserInput>

/** People by their ids, as they become members of a group or leave it. */
export const ScimMembers = z.array(z.looseObject({ value: Id })).max(maxScimMembers)

/** What a provider may say of a group. */
export const ScimGroupInput = z.looseObject({
  displayName: z.string().trim().min(1).max(64),
  externalId,
  members: ScimMembers.nullish(),
})
export type ScimGroupInput = z.output<typeof ScimGroupInput>

/** Counts the items of all lists in a value. */
function countItems(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce<number>((sum, part) => sum + countItems(part), own)
}

/** Changes of a resource, in order. */
export const ScimPatch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        // Some providers write them with a capital.
        op: z.enum(['add', 'replace', 'remove', 'Add', 'Replace', 'Remove']),
        path: z.string().min(1).max(1000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000)
    .refine(
      (list) => list.reduce((sum, { value }) => sum + countItems(value), 0) <= maxScimMembers,
      `must have at most ${maxScimMembers} items in the lists of all values together`,
    ),
})
export type ScimPatch = z.output<typeof ScimPatch>

/** A token with which a provider of identities manages the people and teams of one organization. */
export const ScimToken = AccessToken.omit({ object: true, scope: true })
  .extend({ object: z.literal('scim-token') })
  .meta({ id: 'ScimToken' })
export type ScimToken = z.output<typeof ScimToken>
