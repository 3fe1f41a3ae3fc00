import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { LateButton } from '../../parts/late-button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import styles from '../sign-in/sign-in.module.css'
import { type ProgramSearch, readProgramRequest, requestOf } from './program-request.ts'

const describe = (search: ProgramSearch) => ({
  queryKey: ['program-request', search],
  queryFn: () => api.post('/v1/oauth/requests', { body: requestOf(search) }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * Asks a person whether a program may read an internal site for them. The name is the program's own word, so the host that
 * gets the permission is shown beside it, and only a click gives it.
 */
export function Authorize() {
  const words = useWordsOf('visit')
  // The router would read a number or an object from the text of `state`.
  const search = readProgramRequest(new URLSearchParams(location.search))
  const me = useQuery(meQuery)
  const question = useQuery(describe(search))
  const allow = useMutation({
    mutationFn: () => api.post('/v1/oauth/permissions', { body: requestOf(search) }),
    onSuccess: ({ url }) => location.replace(url),
  })
  if (question.isPending) return <Loading />
  const error = allow.error ?? question.error
  const asked = question.data
  return (
    <Entrance title={words.programTitle}>
      <div className={styles.form}>
        {error && <Notice>{refusalText(error, words)}</Notice>}
        {asked && (
          <>
            <p className={styles.lead}>{words.programLead(asked.name, asked.site.title, me.data?.email)}</p>
            <Notice kind="warning">
              {asked.sentTo === undefined ? words.programOnDevice : words.programSentTo(asked.sentTo)}
            </Notice>
            <LateButton busy={allow.isPending || allow.isSuccess} onClick={() => allow.mutate()}>
              {words.programAllow}
            </LateButton>
            <Button kind="quiet" onClick={() => location.replace(asked.refuseURL)}>
              {words.programRefuse}
            </Button>
          </>
        )}
      </div>
    </Entrance>
  )
}
