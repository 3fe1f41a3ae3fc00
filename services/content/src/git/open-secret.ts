import { conflict, type Sealer } from '@quire/kit'

/** Returns a sealed text; undefined if none of the keys that are there opens it, since it was lost or came by a backup. */
export function openSecret(sealer: Sealer, sealed: string, location: string): string | undefined {
  try {
    return sealer.open(sealed, location)
  } catch {
    return undefined
  }
}

/** Returns a sealed secret that work needs. Throws 409 if no key opens it: whoever knows the secret has to give it again. */
export function requireSecret(sealer: Sealer, sealed: string, location: string): string {
  const text = openSecret(sealer, sealed, location)
  if (text === undefined)
    throw conflict(
      'The credentials of the repository cannot be read any more, since their key is lost: give them again.',
    )
  return text
}
