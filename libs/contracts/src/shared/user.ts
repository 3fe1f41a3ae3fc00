import { z } from 'zod'
import { Id } from './primitives.ts'

/** A person as others see them (interface 2.4); embedded wherever someone did something. */
export const User = z
  .strictObject({
    object: z.literal('user'),
    id: Id,
    displayName: z.string(),
    email: z.string(),
    photoURL: z.string().optional(),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>
