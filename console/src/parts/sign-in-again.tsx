import { useLocation } from '@tanstack/react-router'
import { base } from '../page.ts'
import { useWordsOf } from '../words/words.ts'
import { Notice } from './states.tsx'

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
