import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, Refused, signOut } from '../../../api/client.ts'
import { meQuery, organizationsQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { Entrance } from '../../sign-in/entrance.tsx'
import styles from '../../sign-in/sign-in.module.css'

/** The page of an invite link: whoever is signed in joins by a click, and sees before with which account. */
export function Join() {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = useQuery(meQuery)
  const params = useParams({ from: '/signed-in/o/$organizationId/join/$inviteId' })
  const { organizationId } = params
  const join = useMutation({
    mutationFn: () => api.post('/v1/orgs/{organizationId}/invites/{inviteId}', { params }),
    async onSuccess() {
      await queries.invalidateQueries(organizationsQuery)
      await navigate({ to: '/o/$organizationId', params: { organizationId } })
    },
  })
  const isUseless = join.error instanceof Refused && join.error.status === 404
  return (
    <Entrance title={words.joinTitle}>
      <div className={styles.form}>
        <p className={styles.lead}>{words.joinHint}</p>
        <p className={styles.lead}>{words.joinAs(me.data?.email)}</p>
        {join.error && <Notice>{isUseless ? words.joinRefused : refusalText(join.error, words)}</Notice>}
        <Button kind="primary" busy={join.isPending} onClick={() => join.mutate()} autoFocus>
          {words.join}
        </Button>
        <Button kind="quiet" onClick={() => void signOut(location.pathname)}>
          {words.signOut}
        </Button>
      </div>
    </Entrance>
  )
}
