import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Entrance } from './entrance.tsx'
import styles from './sign-in.module.css'

/**
 * Opened by the link of a mail of notifications, signed in or not. Only the button stops them: programs that look for
 * harmful pages open every link of a mail.
 */
export function StopMails() {
  const words = useWordsOf('account')
  const { token } = useParams({ from: '/stop-mails/$token' })
  const stop = useMutation({
    mutationFn: () => api.post('/v1/notification-mails/{stopToken}/stop', { params: { stopToken: token } }),
  })
  return (
    <Entrance title={words.notificationMails}>
      <div className={styles.form}>
        {stop.isSuccess ? (
          <Notice kind="success">{words.mailsStopped}</Notice>
        ) : (
          <>
            <p className={styles.lead}>{words.stopMailsLead}</p>
            {stop.error && <Notice>{refusalText(stop.error, words)}</Notice>}
            <Button kind="primary" autoFocus busy={stop.isPending} onClick={() => stop.mutate()}>
              {words.stopMails}
            </Button>
          </>
        )}
      </div>
    </Entrance>
  )
}
