import type { Organization } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { base } from '../../../page.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { useWordsOf } from '../../../words/words.ts'

interface LeaveProps {
  organization: Pick<Organization, 'id' | 'title'>
  /** The id of the person who is signed in. */
  userId: string
  label: string
}

/** A button by which the person leaves an organization, after a question. */
export function Leave({ organization: { id: organizationId, title }, userId, label }: LeaveProps) {
  const words = useWordsOf('organization')
  const [isAsking, setAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => api.delete('/v1/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId } }),
    // Anew, since nothing that was read of the organization is theirs any more.
    onSuccess: () => location.assign(`${base}/`),
  })
  return (
    <div>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirm
          title={words.leaveQuestion(title)}
          description={words.leaveHint}
          action={words.leave}
          work={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
