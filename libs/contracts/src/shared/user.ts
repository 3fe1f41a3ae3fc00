import { z } from 'zod'
import { Id } from './primitives.ts'

/** A person as others see them; embedded in resources that refer to a person. */
export const User = z
  .strictObject({
    object: z.literal('user'),
    id: Id,
    displayName: z.string(),
    /** Absent if hidden from the caller. */
    email: z.string().optional(),
    photoURL: z.string().optional(),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/**
 * Hides the name and photo of a person who was added without asking and has not signed in yet. The address stays visible,
 * which the inviter knows anyway.
 */
export const withHiddenProfile = <Person extends { email?: string | undefined }>(person: Person) => ({
  ...person,
  displayName: person.email ?? '',
  photoURL: null,
})

/** Presents a person; `publicUrl` is the system's public address. */
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
