import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { Entrance, enter, enterStored } from './entrance.tsx'
import styles from './sign-in.module.css'
import { purposeQuery, sendLink } from './sign-in-calls.ts'

/**
 * Opened by the link of a mail. Only the button signs in: programs that look for harmful pages open every link of a mail,
 * and would use it up.
 */
export function SignInLink() {
  const words = useWords()
  const { token } = useParams({ from: '/sign-in/$token' })
  const purpose = useQuery(purposeQuery(token))
  const link = useMutation({
    mutationFn: sendLink,
    // Single sign-on ends with such a link as well, and has no path of its own.
    onSuccess: () =>
      purpose.data?.organization ? enterStored(purpose.data.organization.id) : enter(purpose.data?.next ?? undefined),
  })
  const error = link.error ?? purpose.error
  if (purpose.isPending) return <Loading />
  return (
    <Entrance title={words.signInTitle}>
      <div className={styles.form}>
        {error ? (
          <Notice>{refusalText(error, words)}</Notice>
        ) : (
          <p className={styles.lead}>{words.linkLead(purpose.data?.email, purpose.data?.organization?.title)}</p>
        )}
        {error ? (
          <Link to="/sign-in" className={buttonClass('primary')}>
            {words.newMail}
          </Link>
        ) : (
          <Button kind="primary" autoFocus busy={link.isPending} onClick={() => link.mutate(token)}>
            {words.signIn}
          </Button>
        )}
      </div>
    </Entrance>
  )
}
