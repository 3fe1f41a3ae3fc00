import type { Member, Organization } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { membersKey } from './members-queries.ts'
import { SignInLinkDialog } from './sign-in-link-dialog.tsx'

const at = '/v1/orgs/{organizationId}/members/{userId}' as const

/** Returns what administrators can do with a member, and the dialog that is open for it. */
export function useMemberActions(member: Member, organization: Organization, onRemoved: () => void = () => {}) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const [open, setOpen] = useState<'link' | 'removal'>()
  const params = { organizationId: organization.id, userId: member.id }
  const refresh = () => queries.invalidateQueries({ queryKey: membersKey(organization.id) })
  const change = useMutation({
    mutationFn: (body: { role?: Member['role']; disabled?: boolean }) => api.patch(at, { params, body }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => api.delete(at, { params }),
    async onSuccess() {
      setOpen(undefined)
      onRemoved()
      await refresh()
    },
  })
  const { displayName: name, email } = member.user
  const entries = [
    ...(email ? [{ label: words.signInLink, isDangerous: false, run: () => setOpen('link') }] : []),
    {
      label: member.disabled ? words.enable : words.disable,
      isDangerous: false,
      run: () => change.mutate({ disabled: !member.disabled }),
    },
    { label: words.removeMember, isDangerous: true, run: () => setOpen('removal') },
  ]
  const dialog = (
    <>
      {open === 'link' && email && (
        <SignInLinkDialog organization={organization} email={email} onClose={() => setOpen(undefined)} />
      )}
      {open === 'removal' && (
        <Confirm
          title={words.removeMemberQuestion(name)}
          description={words.removeMemberHint}
          action={words.removeMember}
          work={remove}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
  return { change, setRole: (role: Member['role']) => change.mutateAsync({ role }), entries, dialog }
}
