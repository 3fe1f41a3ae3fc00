import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { useSignOut } from '../../api/use-sign-out.ts'
import { Button } from '../../parts/button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import styles from '../sign-in/sign-in.module.css'

/** The parameters with which an internal site sends a browser here: the wanted page, and the hash of its secret. */
export interface SiteVisit {
  to?: string
  state?: string
}

const openSite = (body: Required<Pick<SiteVisit, 'to' | 'state'>>) =>
  api.post('/v1/visits', { body: { url: body.to, state: body.state } })

/**
 * Opens an internal site for whoever is signed in. The answer leads to the site's own address, which lets in only the
 * browser that came from there, so no click is needed.
 */
export function Visit() {
  const words = useWordsOf('visit')
  const { to, state } = useSearch({ from: '/signed-in/visit' })
  const me = useQuery(meQuery)
  const { mutate, error } = useMutation({ mutationFn: openSite, onSuccess: ({ url }) => location.replace(url) })
  const leave = useSignOut(location.pathname + location.search)
  useEffect(() => {
    if (to !== undefined && state !== undefined) mutate({ to, state })
  }, [to, state, mutate])
  if (to !== undefined && state !== undefined && !error) return <Loading />
  return (
    <Entrance title={words.visitTitle}>
      <div className={styles.form}>
        <Notice>{error ? refusalText(error, words) : words.visitIncomplete}</Notice>
        <p className={styles.lead}>{words.visitHint(me.data?.email)}</p>
        {leave.error && (
          <Notice>
            {words.signOutFailed} {refusalText(leave.error, words)}
          </Notice>
        )}
        <Button busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
          {words.signOut}
        </Button>
      </div>
    </Entrance>
  )
}
