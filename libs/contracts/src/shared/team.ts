import { z } from 'zod'
import { Id, Timestamp } from './primitives.ts'

export const TeamTitle = z.string().trim().min(1).max(64)
export const TeamPermissions = z.strictObject({ admin: z.boolean(), view: z.boolean() })
export type TeamPermissions = z.infer<typeof TeamPermissions>

/** See docs/interface.md#teams. */
export const Team = z
  .strictObject({
    object: z.literal('team'),
    id: Id,
    title: z.string(),
    members: z.number().int(),
    spaces: z.number().int(),
    createdAt: Timestamp,
    permissions: TeamPermissions,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>
