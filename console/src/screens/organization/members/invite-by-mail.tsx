import type { Organization } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, Refused } from '../../../api/client.ts'
import type { Answer } from '../../../api/operations.ts'
import { Button } from '../../../parts/button.tsx'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, TextField } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Notice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { roleOf, roleOptions } from '../frame/roles.ts'
import { membersKey, signInMethodsQuery } from './members-queries.ts'
import { readAddresses } from './read-addresses.ts'

export interface InviteProps {
  organization: Organization
  onClose: () => void
}

type Invitation = Answer<'POST', '/v1/orgs/{organizationId}/invites'>

/** The refusal of an invitation that needs more mails than may wait. */
const tooManyMails = /sends (\d+) invitations an hour, and (\d+) may wait/

/** True if an invitation leaves mails to be said something about. */
const saysMore = ({ unmailedEmails, mails }: Invitation, isMailing: boolean) =>
  unmailedEmails !== undefined || (isMailing && mails !== undefined)

/** Invites addresses; where the installation sends no mail, or none to one of them, it says what else is to be done. */
export function InviteByMail({ organization, onClose }: InviteProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const organizationId = organization.id
  const { data: methods } = useQuery(signInMethodsQuery)
  const isMailing = methods?.mail !== false
  const { form, change, clearSent } = useFormDraft(`invite/${organizationId}`, { text: '', role: 'edit' })
  const { text, role } = form
  const { emails, faulty } = readAddresses(text)
  // Faulty entries are named only once the form is sent: an address is incomplete while somebody types it.
  const [isNamed, setNamed] = useState(false)
  const invite = useMutation({
    mutationFn: ({ text, role }: typeof form) =>
      api.post('/v1/orgs/{organizationId}/invites', {
        params: { organizationId },
        body: { emails: readAddresses(text).emails, role: roleOf(role) },
      }),
    async onSuccess(answer, sent) {
      clearSent(sent)
      await queries.invalidateQueries({ queryKey: membersKey(organizationId) })
      if (!saysMore(answer, isMailing)) onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setNamed(faulty.length > 0)
    if (faulty.length === 0) invite.mutate(form)
  }
  const ofFaulty =
    isNamed && faulty.length > 0
      ? words.notAddresses(faulty.map(words.entryAsTyped).join(', '), faulty.length)
      : undefined
  if (invite.data && saysMore(invite.data, isMailing))
    return <Invited answer={invite.data} isMailing={isMailing} onClose={onClose} />
  const [, perHour, waiting] = tooManyMails.exec(invite.error instanceof Refused ? invite.error.message : '') ?? []
  const beside = perHour
    ? words.tooManyInvites(Number(perHour), Number(waiting))
    : refusalBeside(invite.error, ['emails'], words)
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      {methods?.mail === false && <Notice kind="info">{words.inviteWithoutMail}</Notice>}
      {methods?.mail && emails.length > methods.invitationsPerHour && (
        <Notice kind="info">{words.mailedByHour(methods.invitationsPerHour)}</Notice>
      )}
      <TextField
        label={words.emails}
        hint={words.emailsHint}
        error={ofFaulty ?? refusalAt(invite.error, 'emails', words)}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        required
        autoFocus
      />
      <Choice
        label={words.role}
        hint={words.roleHints[(role || 'guest') as keyof typeof words.roleHints]}
        value={role}
        options={roleOptions(words)}
        onChange={({ target }) => change({ role: target.value })}
      />
      {beside && <Notice>{beside}</Notice>}
      <DialogButtons>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button kind="primary" type="submit" busy={invite.isPending} disabled={emails.length + faulty.length === 0}>
          {words.sendInvites(emails.length)}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface InvitedProps {
  answer: Invitation
  /** True if the installation sends mails. */
  isMailing: boolean
  onClose: () => void
}

/** Says which mails of an invitation are sent later, or not at all. */
function Invited({ answer: { mails, unmailedEmails }, isMailing, onClose }: InvitedProps) {
  const words = useWordsOf('organization')
  return (
    <>
      {isMailing && mails && (
        <Notice kind="info">
          {words.mailsWait(mails.sent, mails.waiting)} {words.lastMail} <Time at={mails.lastAt} />
        </Notice>
      )}
      {unmailedEmails && (
        <Notice kind="warning">{words.unmailed(unmailedEmails.join(', '), unmailedEmails.length)}</Notice>
      )}
      <DialogButtons>
        <Button kind="primary" onClick={onClose} autoFocus>
          {words.close}
        </Button>
      </DialogButtons>
    </>
  )
}
