import type { Organization } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { addressOfInvite } from '../members/invite-links.tsx'
import type { Scope } from './sharing-queries.ts'

interface InviteGuestsProps {
  scope: Scope
  organization: Organization
  onClose: () => void
}

/** Makes a link by which whoever has it becomes a guest who sees one space or collection. */
export function InviteGuests({ scope, organization, onClose }: InviteGuestsProps) {
  const words = useWordsOf('organization')
  const organizationId = organization.id
  const { form, change, clear } = useFormDraft(`guests/${scope.kind}/${scope.id}`, { level: 'read' })
  const { level } = form
  const make = useMutation({
    mutationFn: () =>
      api.post('/v1/orgs/{organizationId}/link-invites', {
        params: { organizationId },
        body: { [scope.kind]: scope.id, level: roleOf(level) ?? 'read' },
      }),
    onSuccess: clear,
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.inviteGuests} description={words.inviteGuestsHint}>
      {make.data ? (
        <>
          <CopyField label={words.inviteLink} value={addressOfInvite(organizationId, make.data.id)} />
          <p>
            {words.linkEnds} <Time at={make.data.expiresAt} />.
          </p>
          <DialogButtons>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogButtons>
        </>
      ) : (
        <form onSubmit={submit} style={{ display: 'contents' }}>
          <Choice
            label={words.level}
            hint={words.levelHints[level as keyof typeof words.levelHints]}
            value={level}
            options={levelOptions(words).filter(([value]) => value !== 'none')}
            onChange={({ target }) => change({ level: target.value })}
          />
          {make.error && <Notice>{refusalText(make.error, words)}</Notice>}
          <DialogButtons>
            <Button onClick={discard}>{words.cancel}</Button>
            <Button kind="primary" type="submit" busy={make.isPending}>
              {words.createLink}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  )
}
