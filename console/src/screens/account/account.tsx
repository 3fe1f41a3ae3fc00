import { faDesktop } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { all, meQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Read } from '../../parts/read.tsx'
import rows from '../../parts/rows.module.css'
import { Screen, Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { Memberships } from './memberships.tsx'
import { NotificationMails } from './notification-mails.tsx'
import { Passkeys } from './passkeys.tsx'
import { Programs } from './programs.tsx'
import styles from './settings.module.css'

/** A person's own settings: their name, their mails, how they sign in, and where they are signed in. */
export function Account() {
  const words = useWordsOf('account')
  return (
    <Screen title={words.settings}>
      <Profile />
      <NotificationMails />
      <Passkeys />
      <Programs />
      <Sessions />
      <Memberships />
    </Screen>
  )
}

function Profile() {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const { form, change, clearSent } = useFormDraft('profile', { displayName: me.displayName })
  const save = useMutation({
    mutationFn: (body: typeof form) => api.patch('/v1/users/{userId}', { params: { userId: me.id }, body }),
    onSuccess(saved, sent) {
      queries.setQueryData(meQuery.queryKey, saved)
      clearSent(sent)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  return (
    <Section title={words.profile}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={words.name}
          value={form.displayName}
          maxLength={64}
          required
          onChange={({ target }) => change({ displayName: target.value })}
          hint={me.email}
        />
        {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
        {save.isSuccess && <Notice kind="success">{words.saved}</Notice>}
        <Button kind="primary" type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Section>
  )
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => all((page) => api.get('/v1/user/sessions', { query: { page }, signal })),
})

/** The browsers in which the person is signed in; each can be signed out from here. */
function Sessions() {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (sessionId: string) => api.delete('/v1/user/sessions/{sessionId}', { params: { sessionId } }),
    onSuccess: () => queries.invalidateQueries(sessionsQuery),
  })
  return (
    <Section title={words.sessions}>
      <p className={styles.lead}>{words.sessionsHint}</p>
      <Read of={sessions}>
        {(found) => (
          <ul className={rows.rows}>
            {found.map(({ id, device, address, usedAt, isCurrent }) => (
              <li key={id} className={rows.row}>
                <span className={rows.symbol}>
                  <Icon icon={faDesktop} />
                </span>
                <span className={rows.main}>
                  <span className={rows.title}>{device}</span>
                  <span className={rows.detail}>
                    {address && `${address} · `}
                    {words.lastUsed} <Time at={usedAt} />
                  </span>
                </span>
                <span className={rows.aside}>
                  {isCurrent ? (
                    <Badge kind="success">{words.thisSession}</Badge>
                  ) : (
                    <Button busy={end.isPending} onClick={() => end.mutate(id)}>
                      {words.endSession}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
      {end.error && <Notice>{refusalText(end.error, words)}</Notice>}
    </Section>
  )
}
