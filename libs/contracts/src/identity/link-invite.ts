import { z } from 'zod'
import { Collection } from '../content/collections.ts'
import { Space } from '../content/spaces.ts'
import { Id, Role, RoleOrGuest, Timestamp, Url } from '../shared/primitives.ts'

const ofEveryLink = {
  object: z.literal('invite'),
  id: Id,
  /** True if the caller already has everything that the link offers. */
  redundant: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  urls: z.strictObject({ location: Url }),
}

/** An invitation for everybody who knows its id, which is its secret. Lists contain only this kind of link. */
export const LinkInvite = z.strictObject({ ...ofEveryLink, role: RoleOrGuest }).meta({ id: 'LinkInvite' })
export type LinkInvite = z.infer<typeof LinkInvite>

/** An invitation into one space: a person who joins by it becomes a guest with this level there. */
const SpaceInvite = z.strictObject({ ...ofEveryLink, level: RoleOrGuest, space: Space }).meta({ id: 'SpaceInvite' })
const CollectionInvite = z
  .strictObject({ ...ofEveryLink, level: RoleOrGuest, collection: Collection })
  .meta({ id: 'CollectionInvite' })

/** A link of any kind. */
export const AnyLinkInvite = z.union([LinkInvite, SpaceInvite, CollectionInvite])
export type AnyLinkInvite = z.infer<typeof AnyLinkInvite>

const ExpiresAt = z.iso.datetime({ offset: true })

/** Creates a link with a role in the organization, or with a level on one space or collection. */
export const CreateLinkInvite = z
  .object({
    role: RoleOrGuest.optional(),
    level: Role.optional(),
    space: Id.optional(),
    collection: Id.optional(),
    expiresAt: ExpiresAt.optional(),
  })
  .refine(({ role, space, collection }) => [role, space, collection].filter((one) => one !== undefined).length === 1, {
    path: ['role'],
    message: 'give a role, or a level with either a space or a collection',
  })
  .refine(({ role, level }) => role !== undefined || level !== undefined, {
    path: ['level'],
    message: 'say what the link gives on the space or collection',
  })
  .refine(({ role, level }) => role === undefined || level === undefined, {
    path: ['level'],
    message: 'belongs to a space or a collection',
  })

export const UpdateLinkInvite = z.object({
  role: RoleOrGuest.optional(),
  level: RoleOrGuest.optional(),
  expiresAt: ExpiresAt.optional(),
})
