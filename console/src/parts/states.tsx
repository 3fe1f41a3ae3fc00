import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import type { ReactNode } from 'react'
import { Refused, RefusedHere } from '../api/client.ts'
import { base } from '../page.ts'
import type { Words } from '../words/general/en.ts'
import { useWords } from '../words/words.ts'
import { Button, buttonClass } from './button.tsx'
import { type Problem, requestProblem } from './field-problems.ts'
import { Icon } from './icon.tsx'
import { SignInAgain, tooOldSince } from './sign-in-again.tsx'
import { signOnIn } from './sign-on-demand.ts'
import { SignOnLink } from './sign-on-link.tsx'
import styles from './states.module.css'

interface EmptyProps {
  icon: IconDefinition
  title: string
  /** Says what to do first. */
  children: ReactNode
  action?: ReactNode
}

/** Stands where a list has no entries. */
export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className={styles.empty}>
    <Icon icon={icon} className={styles.symbol} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action && <div className={styles.actions}>{action}</div>}
  </div>
)

/** Stands where something could not be loaded; says why, and what to do. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const words = useWords()
  const signOn = demandedSignOn(error)
  const isAbsent = error instanceof Refused && error.status === 404
  return (
    <div className={styles.empty} role="alert">
      <Icon icon={faTriangleExclamation} className={styles.symbol} />
      <h2>{isAbsent ? words.notFoundTitle : words.failureTitle}</h2>
      <p>{refusalText(error, words)}</p>
      {signOn ? (
        <SignOnLink {...signOn} kind="primary">
          {words.signInThere}
        </SignOnLink>
      ) : (
        <div className={styles.actions}>
          {retry && <Button onClick={retry}>{words.tryAgain}</Button>}
          {isAbsent && (
            <a href={`${base}/`} className={buttonClass()}>
              {words.toStart}
            </a>
          )}
        </div>
      )}
    </div>
  )
}

/** A short sentence beside what it is about: an error, or a state. */
export const Notice = ({
  kind = 'danger',
  children,
}: {
  kind?: 'danger' | 'info' | 'warning' | 'success'
  children: ReactNode
}) => (
  <p className={`${styles.notice} ${styles[kind]}`} role={kind === 'danger' ? 'alert' : 'status'}>
    {children}
  </p>
)

/** Returns what a failed request means and what to do about it, as text for the screen. */
export function refusalText(error: unknown, words: Words): ReactNode {
  const at = tooOldSince(error)
  return at === undefined ? problemText(refusalOf(error, words)) : <SignInAgain at={at} words={words} />
}

/** Returns what a failed request means and what to do about it. */
export function refusalOf(error: unknown, words: Words): Problem {
  if (!(error instanceof Refused)) return { text: words.failureHint }
  if (error instanceof RefusedHere) return { text: error.message }
  if (error.status === 0) return { text: words.offlineHint }
  if (error.status === 401) return { text: words.signedOutHint }
  if (error.status === 404) return { text: words.notFoundHint }
  if (error.status === 429 || error.status >= 500) return { text: words.busyHint }
  if (!error.message) return { text: words.failureHint }
  if (demandedSignOn(error)) return { text: words.singleSignOnHint }
  return requestProblem(error.message, error.status === 403 ? words.forbiddenHint : words.refusedHint, words)
}

/** Returns where to begin the single sign-on that a refusal demands, if that is what it demands. */
const demandedSignOn = (error: unknown) =>
  error instanceof Refused && error.status === 403
    ? signOnIn(error.message, { origin: location.origin, base })
    : undefined

/** Returns a problem as text for the screen, with the sentence of the server below it. */
export const problemText = ({ text, detail }: Problem): ReactNode =>
  detail === undefined ? (
    text
  ) : (
    <>
      {text}
      <span className={styles.detail} lang="en" dir="ltr">
        {detail}
      </span>
    </>
  )

export const Loading = () => {
  const words = useWords()
  return (
    <div className={styles.loading} role="status">
      <span className="hidden-text">{words.loading}</span>
    </div>
  )
}
