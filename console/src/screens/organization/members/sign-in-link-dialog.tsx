import type { Organization } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'

interface SignInLinkProps {
  organization: Organization
  email: string
  onClose: () => void
}

/** Makes a link that an administrator hands over, by which somebody signs in once without a mail. */
export function SignInLinkDialog({ organization, email, onClose }: SignInLinkProps) {
  const words = useWordsOf('organization')
  const make = useMutation({
    mutationFn: () =>
      api.post('/v1/orgs/{organizationId}/sign-in-links', {
        params: { organizationId: organization.id },
        body: { email },
      }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      isHeld={make.isPending || make.isSuccess}
      title={words.signInLinkFor(email)}
      description={words.signInLinkHint(email, organization.title)}
    >
      {make.data && (
        <>
          <CopyField label={words.signInLink} value={make.data.url} />
          <p>
            {words.linkEnds} <Time at={make.data.expiresAt} />. {words.linkOnce}
          </p>
        </>
      )}
      {make.error && <Notice>{refusalText(make.error, words)}</Notice>}
      <DialogButtons>
        <Button onClick={onClose}>{make.data ? words.close : words.cancel}</Button>
        {!make.data && (
          <Button kind="primary" busy={make.isPending} onClick={() => make.mutate()} autoFocus>
            {words.createLink}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
