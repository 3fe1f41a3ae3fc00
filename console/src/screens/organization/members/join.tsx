import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, Refused } from '../../../api/client.ts'
import { meQuery, organizationsQuery } from '../../../api/queries.ts'
import { useSignOut } from '../../../api/use-sign-out.ts'
import { Button } from '../../../parts/button.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { Entrance } from '../../sign-in/entrance.tsx'
import styles from '../../sign-in/sign-in.module.css'
import { inviteQuery } from '../../sign-in/sign-in-calls.ts'

/** The page of an invite link: whoever is signed in joins by a click, and sees before with which account. */
export function Join() {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = useQuery(meQuery)
  const params = useParams({ from: '/signed-in/o/$organizationId/join/$inviteId' })
  const { organizationId, inviteId } = params
  const invited = useQuery(inviteQuery({ organization: organizationId, invite: inviteId }))
  const join = useMutation({
    mutationFn: () => api.post('/v1/orgs/{organizationId}/invites/{inviteId}', { params }),
    async onSuccess() {
      await queries.invalidateQueries(organizationsQuery)
      await navigate({ to: '/o/$organizationId', params: { organizationId } })
    },
  })
  const leave = useSignOut(location.pathname)
  const isUseless = [join.error, invited.error].some((one) => one instanceof Refused && one.status === 404)
  return (
    <Entrance title={invited.data ? words.joinThis(invited.data.organization.title) : words.joinTitle}>
      <div className={styles.form}>
        <p className={styles.lead}>{words.joinHint}</p>
        <p className={styles.lead}>{words.joinAs(me.data?.email)}</p>
        {isUseless && <Notice>{words.joinRefused}</Notice>}
        {join.error && !isUseless && <Notice>{refusalText(join.error, words)}</Notice>}
        <Button kind="primary" busy={join.isPending} disabled={isUseless} onClick={() => join.mutate()} autoFocus>
          {words.join}
        </Button>
        {leave.error && (
          <Notice>
            {words.signOutFailed} {refusalText(leave.error, words)}
          </Notice>
        )}
        <Button kind="quiet" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
          {words.signOut}
        </Button>
      </div>
    </Entrance>
  )
}
