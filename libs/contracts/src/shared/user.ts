import { z } from 'zod'
import { Id } from './primitives.ts'

/** A person as others see them; embedded wherever someone did something. */
export const User = z
  .strictObject({
    object: z.literal('user'),
    id: Id,
    displayName: z.string(),
    /** Absent where the caller may not see it. */
    email: z.string().optional(),
    photoURL: z.string().optional(),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/**
 * A person who was made a member unasked and has not come yet: their address is shown, which the inviter knows anyway.
 */
export const unintroduced = <Person extends { email?: string | undefined }>(person: Person) => ({
  ...person,
  displayName: person.email ?? '',
  photoURL: null,
})

/** The embedded User of a person's state; `publicUrl` is the system's public address. */
export function presentUser(
  state: Omit<User, 'object' | 'urls' | 'photoURL'> & { photoURL: string | null },
  publicUrl: string,
): User {
  const { id, displayName, email, photoURL } = state
  return {
    object: 'user',
    id,
    displayName,
    email,
    ...(photoURL && { photoURL }),
    urls: { location: `${publicUrl}/v1/users/${id}` },
  }
}
