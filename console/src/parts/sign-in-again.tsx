import { useLocation } from '@tanstack/react-router'
import { Refused } from '../api/client.ts'
import { base } from '../page.ts'
import { useWordsOf } from '../words/words.ts'
import { Notice, refusalText } from './states.tsx'

/** True where a request needs a sign-in of the last minutes, and the person has none. */
export const isTooLate = (error: unknown): boolean => error instanceof Refused && error.status === 403

/** Leads whoever has signed in too long ago to the entrance, and back to where they are. `at` is the time of the refusal. */
export function SignInAgain({ at }: { at: number }) {
  const words = useWordsOf('account')
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Notice>
      {words.signInAgainFirst}{' '}
      <a href={`${base}/sign-in?next=${encodeURIComponent(`${base}${path}`)}&again=${at}`}>{words.signInAgain}</a>
    </Notice>
  )
}

/** Says why a request was refused that needs a sign-in of the last minutes; leads to one if that is the reason. */
export function SignInRefusal({ of: { error, submittedAt } }: { of: { error: unknown; submittedAt: number } }) {
  const words = useWordsOf('account')
  if (!error) return null
  return isTooLate(error) ? <SignInAgain at={submittedAt} /> : <Notice>{refusalText(error, words)}</Notice>
}
