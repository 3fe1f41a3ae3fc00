import { faEnvelope, faLink, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Organization } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { invitesQuery } from './members-queries.ts'
import { SignInLinkDialog } from './sign-in-link-dialog.tsx'

/** Invitations that are shown at first, because the members stand below them. */
const shownAtFirst = 5

/** Addresses that were invited and that nobody has signed in with yet. */
export function Invites({ organization }: { organization: Organization }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const organizationId = organization.id
  const [linked, setLinked] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const { data: invites = [] } = useQuery(invitesQuery(organizationId))
  const withdraw = useMutation({
    mutationFn: (email: string) =>
      api.delete('/v1/orgs/{organizationId}/invites/{email}', { params: { organizationId, email } }),
    onSuccess: () => queries.invalidateQueries(invitesQuery(organizationId)),
  })
  if (invites.length === 0) return null
  return (
    <Section title={words.invited}>
      <ul className={rows.rows}>
        {(showsAll ? invites : invites.slice(0, shownAtFirst)).map(({ email, role, createdAt }) => (
          <li key={email} className={rows.row}>
            <span className={rows.symbol}>
              <Icon icon={faEnvelope} />
            </span>
            <span className={rows.main}>
              <span className={rows.title}>{email}</span>
              <span className={rows.detail}>
                {words.roles[role ?? 'guest']} · {words.invitedAt} <Time at={createdAt} />
              </span>
            </span>
            <span className={rows.aside}>
              <Button icon={faLink} aria-label={words.signInLinkFor(email)} onClick={() => setLinked(email)}>
                {words.signInLink}
              </Button>
              <IconButton icon={faXmark} label={words.withdrawInvite(email)} onClick={() => withdraw.mutate(email)} />
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
