import { useMutation } from '@tanstack/react-query'
import { signOut } from './client.ts'

/** Returns the end of the session; `next` is where the person wants to go once they have signed in again. */
export const useSignOut = (next?: string) => useMutation({ mutationFn: () => signOut(next) })
