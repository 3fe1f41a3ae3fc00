import { faEnvelope, faLink, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Organization } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Answer } from '../../../api/operations.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Failure, Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useUndo } from '../../../parts/undo.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { invitesQuery, type MemberFilter } from './members-queries.ts'
import { SignInLinkDialog } from './sign-in-link-dialog.tsx'

type Invited = Answer<'GET', '/v1/orgs/{organizationId}/invites'>['items'][number]

/** Invitations that are shown at first, because the members stand below them. */
const shownAtFirst = 5

interface InvitesProps {
  organization: Organization
  /** Narrows the list as it does that of the members, who have signed in. */
  filter: MemberFilter
}

/** Returns true if an invitation is of an address and a role that somebody looks for. */
const fits = ({ email, role }: Invited, filter: MemberFilter) =>
  email.toLowerCase().includes(filter.search.trim().toLowerCase()) &&
  (filter.role === '' || filter.role === (role ?? 'guest'))

/** Addresses that were invited and that nobody has signed in with yet. */
export function Invites({ organization, filter }: InvitesProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const organizationId = organization.id
  const [linked, setLinked] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const { data: all, error, refetch } = useQuery(invitesQuery(organizationId))
  const invites = all?.filter((one) => fits(one, filter))
  const [offer, undo] = useUndo()
  const refresh = () => queries.invalidateQueries(invitesQuery(organizationId))
  const withdraw = useMutation({
    async mutationFn({ email, role, sso }: Pick<Invited, 'email' | 'role' | 'sso'>) {
      await api.delete('/v1/orgs/{organizationId}/invites/{email}', { params: { organizationId, email } })
      offer(words.inviteWithdrawn(email), async () => {
        await api.post('/v1/orgs/{organizationId}/invites', {
          params: { organizationId },
          body: { emails: [email], role, sso },
        })
        await refresh()
      })
    },
    onSuccess: refresh,
  })
  if (!invites) return error ? <Failure error={error} retry={() => void refetch()} /> : null
  if (invites.length === 0) return undo
  return (
    <Section title={words.invited}>
      {undo}
      <ul className={rows.rows}>
        {(showsAll ? invites : invites.slice(0, shownAtFirst)).map(({ email, role, sso, createdAt, mailAt }) => (
          <li key={email} className={rows.row}>
            <span className={rows.symbol}>
              <Icon icon={faEnvelope} />
            </span>
            <span className={rows.main}>
              <span className={rows.title}>{email}</span>
              <span className={rows.detail}>
                {words.roles[role ?? 'guest']} · {words.invitedAt} <Time at={createdAt} />
                {mailAt && (
                  <>
                    {' · '}
                    {words.mailWaits} <Time at={mailAt} />
                  </>
                )}
              </span>
            </span>
            <span className={rows.aside}>
              <Button icon={faLink} aria-label={words.signInLinkFor(email)} onClick={() => setLinked(email)}>
                {words.signInLink}
              </Button>
              <IconButton
                icon={faXmark}
                label={words.withdrawInvite(email)}
                onClick={() => withdraw.mutate({ email, role, sso })}
              />
            </span>
          </li>
        ))}
      </ul>
      {!showsAll && invites.length > shownAtFirst && (
        <Button onClick={() => setShowsAll(true)}>{words.showAll(invites.length)}</Button>
      )}
      {withdraw.error && <Notice>{refusalText(withdraw.error, words)}</Notice>}
      {linked && <SignInLinkDialog organization={organization} email={linked} onClose={() => setLinked(undefined)} />}
    </Section>
  )
}
