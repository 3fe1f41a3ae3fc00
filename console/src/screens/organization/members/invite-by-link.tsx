import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Choice } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { roleOf, roleOptions } from '../frame/roles.ts'
import type { InviteProps } from './invite-by-mail.tsx'
import { addressOfInvite } from './invite-links.tsx'
import { inviteLinksQuery } from './members-queries.ts'

const dayMs = 86_400_000
const durations = [1, 7, 30, 365] as const

/** Makes a link by which whoever has it joins with a role, until it ends. */
export function InviteByLink({ organization, onClose }: InviteProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const organizationId = organization.id
  const [role, setRole] = useState('read')
  const [days, setDays] = useState('7')
  const make = useMutation({
    mutationFn: () =>
      api.post('/v1/orgs/{organizationId}/link-invites', {
        params: { organizationId },
        body: { role: roleOf(role), expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() },
      }),
    onSuccess: () => queries.invalidateQueries(inviteLinksQuery(organizationId)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  if (!organization.inviteLinks) return <Notice kind="warning">{words.inviteLinksOff}</Notice>
  if (make.data)
    return (
      <>
        <CopyField label={words.inviteLink} value={addressOfInvite(organizationId, make.data.id)} />
        <DialogButtons>
          <Button onClick={onClose}>{words.close}</Button>
        </DialogButtons>
      </>
    )
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <Choice
        label={words.role}
        hint={words.roleHints[role as keyof typeof words.roleHints]}
        value={role}
        options={roleOptions(words)}
        onChange={({ target }) => setRole(target.value)}
      />
      <Choice
        label={words.linkWorksFor}
        value={days}
        options={durations.map((count) => [String(count), words.days(count)] as const)}
        onChange={({ target }) => setDays(target.value)}
      />
      {make.error && <Notice>{refusalText(make.error, words)}</Notice>}
      <DialogButtons>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button kind="primary" type="submit" busy={make.isPending}>
          {words.createLink}
        </Button>
      </DialogButtons>
    </form>
  )
}
