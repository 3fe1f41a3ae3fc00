import { faLink, faTrash } from '@fortawesome/free-solid-svg-icons'
import type { Organization } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { base } from '../../../page.ts'
import { IconButton } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { CopyButton } from '../../../parts/copy-field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Failure, Notice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { inviteLinksQuery } from './members-queries.ts'

/** Returns the address by which whoever has it joins. */
export const addressOfInvite = (organizationId: string, inviteId: string) =>
  `${location.origin}${base}/o/${organizationId}/join/${inviteId}`

/** The links by which whoever has them joins the organization. */
export function InviteLinks({ organization: { id: organizationId, inviteLinks } }: { organization: Organization }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const { data: links, error, refetch } = useQuery(inviteLinksQuery(organizationId))
  const [deleted, setDeleted] = useState<{ id: string; name: string }>()
  const close = () => setDeleted(undefined)
  const remove = useMutation({
    mutationFn: (inviteId: string) =>
      api.delete('/v1/orgs/{organizationId}/link-invites/{inviteId}', { params: { organizationId, inviteId } }),
    async onSuccess() {
      await queries.invalidateQueries(inviteLinksQuery(organizationId))
      close()
    },
  })
  if (!links) return error ? <Failure error={error} retry={() => void refetch()} /> : null
  if (links.length === 0) return null
  return (
    <Section title={words.inviteLinks}>
      {!inviteLinks && <Notice kind="warning">{words.inviteLinksOff}</Notice>}
      <ul className={rows.rows}>
        {links.map(({ id, role, createdAt, expiresAt }) => {
          const name = words.inviteLinkFor(words.roles[role ?? 'guest'])
          return (
            <li key={id} className={rows.row}>
              <span className={rows.symbol}>
                <Icon icon={faLink} />
              </span>
              <span className={rows.main}>
                <span className={rows.title}>{name}</span>
                <span className={rows.detail}>
                  {words.created} <Time at={createdAt} /> · {words.linkEnds} <Time at={expiresAt} />
                </span>
              </span>
              <span className={rows.aside}>
                <CopyButton label={name} value={addressOfInvite(organizationId, id)} />
                <IconButton icon={faTrash} label={words.deleteThis(name)} onClick={() => setDeleted({ id, name })} />
              </span>
            </li>
          )
        })}
      </ul>
      {deleted && (
        <Confirm
          title={words.deleteQuestion(deleted.name)}
          description={words.deleteInviteLinkHint}
          action={words.deleteInviteLink}
          work={{ ...remove, mutate: () => remove.mutate(deleted.id) }}
          onClose={close}
        />
      )}
    </Section>
  )
}
