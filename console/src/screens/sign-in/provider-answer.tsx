import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { storedNext } from '../../parts/stored-next.ts'
import { useWords } from '../../words/words.ts'
import { Entrance, enterStored, openId, wantedPath } from './entrance.tsx'
import styles from './sign-in.module.css'
import { endWithProvider } from './sign-in-calls.ts'

/** The parameters with which an OpenID Connect provider redirects back; absent if it refused. */
interface ProviderAnswer {
  code?: string
  state?: string
  iss?: string
}

/** Ends a sign-in at the OpenID Connect provider. The answer counts only in the browser that began, so no click is needed. */
export function ProviderAnswerScreen() {
  const words = useWords()
  // The router would read a number from a code of digits.
  const [{ code, state, iss }] = useState<ProviderAnswer>(() =>
    Object.fromEntries(new URLSearchParams(location.search)),
  )
  const { mutate, error } = useMutation({ mutationFn: endWithProvider, onSuccess: () => enterStored(openId) })
  const isComplete = code !== undefined && state !== undefined
  useEffect(() => {
    if (!isComplete) return
    // The path goes along: one to an invite link lets in people who have no account yet.
    const next = wantedPath(storedNext(openId))
    mutate({ code, state, ...(iss !== undefined && { iss }), ...(next !== undefined && { next }) })
  }, [isComplete, code, state, iss, mutate])
  if (isComplete && !error) return <Loading />
  return (
    <Entrance title={words.signInTitle}>
      <div className={styles.form}>
        <Notice>{error ? refusalText(error, words) : words.providerRefused}</Notice>
        <Link to="/sign-in" className={buttonClass('primary')}>
          {words.signInAgain}
        </Link>
      </div>
    </Entrance>
  )
}
