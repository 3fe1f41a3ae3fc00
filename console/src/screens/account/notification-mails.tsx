import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import { organizationsQuery } from '../../api/queries.ts'
import { SavedChoice } from '../../parts/saved-choice.tsx'
import { Section } from '../../parts/screen.tsx'
import { Failure, Loading, Notice, refusalText } from '../../parts/states.tsx'
import { chosenLanguage } from '../../words/languages.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './settings.module.css'

/** When the person gets mails of their notifications, in each of their organizations. */
export function NotificationMails() {
  const words = useWordsOf('account')
  const { data: organizations = [], error, refetch } = useQuery(organizationsQuery)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (organizations.length === 0) return null
  return (
    <Section title={words.notificationMails}>
      <p className={styles.lead}>{words.notificationMailsHint}</p>
      {organizations.map(({ id, title }) => (
        <OfOrganization key={id} organizationId={id} title={title} />
      ))}
    </Section>
  )
}

const settingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['notification-settings', organizationId],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/notifications/settings', { params: { organizationId }, signal }),
  })

/** A change is saved as it is made, with the language in which the person reads the console. */
function OfOrganization({ organizationId, title }: { organizationId: string; title: string }) {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const query = settingsQuery(organizationId)
  const { data: settings, error, refetch } = useQuery(query)
  const save = useMutation({
    mutationFn: (change: Partial<Pick<NonNullable<typeof settings>, 'mentions' | 'others'>>) =>
      api.patch('/v1/orgs/{organizationId}/notifications/settings', {
        params: { organizationId },
        body: { ...change, language: chosenLanguage() },
      }),
    onSuccess: (saved) => queries.setQueryData(query.queryKey, saved),
  })
  // An organization that demands single sign-on of its own is not open in this session.
  if (error instanceof Refused && error.status === 403) return null
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!settings) return <Loading />
  const options = (['at-once', 'daily', 'off'] as const).map((one) => [one, words.mailTimes[one]] as const)
  const chosen = (value: string) => options.find(([one]) => one === value)?.[0] ?? 'off'
  return (
    <div className={styles.form}>
      <h3>{title}</h3>
      <SavedChoice
        label={words.mailsOfMentions}
        value={settings.mentions}
        options={options}
        onChoose={(time) => save.mutateAsync({ mentions: chosen(time) })}
      />
      <SavedChoice
        label={words.mailsOfOthers}
        value={settings.others}
        options={options}
        onChoose={(time) => save.mutateAsync({ others: chosen(time) })}
      />
      {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
    </div>
  )
}
