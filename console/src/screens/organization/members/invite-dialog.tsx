import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, TextField } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { roleOf, roleOptions } from './roles.ts'

/** Invites people by their addresses. */
export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [role, setRole] = useState('edit')
  const emails = text.split(/[\s,;]+/).filter((one) => one !== '')
  const invite = useMutation({
    mutationFn: () =>
      api.post('/v1/orgs/{organizationId}/invites', {
        params: { organizationId },
        body: { emails, role: roleOf(role) },
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['members', organizationId] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.invite} description={words.inviteHint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <TextField
          label={words.emails}
          hint={words.emailsHint}
          value={text}
          onChange={({ target }) => setText(target.value)}
          required
          autoFocus
        />
        <Choice
          label={words.role}
          value={role}
          options={roleOptions(words)}
          onChange={({ target }) => setRole(target.value)}
        />
        {invite.error && <Notice>{refusalText(invite.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={invite.isPending} disabled={emails.length === 0}>
            {words.sendInvites(emails.length)}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
