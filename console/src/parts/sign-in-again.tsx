import { Refused } from '../api/client.ts'
import { base } from '../page.ts'
import type { Words } from '../words/general/en.ts'

/** Matches the refusal that the interface gives to a session which began too long ago. */
const demand = /^Sign in again first\b/

/** Returns when a request was refused because the sign-in is too old, in milliseconds; undefined for any other error. */
export const tooOldSince = (error: unknown): number | undefined =>
  error instanceof Refused && error.status === 403 && demand.test(error.message) ? error.at : undefined

/** Leads whoever has signed in too long ago to the entrance, and back to where they are. `at` is the time of the refusal. */
export function SignInAgain({ at, words }: { at: number; words: Words }) {
  const next = encodeURIComponent(`${location.pathname}${location.search}`)
  return (
    <>
      {words.signInAgainFirst} <a href={`${base}/sign-in?next=${next}&again=${at}`}>{words.signInAgain}</a>
    </>
  )
}
