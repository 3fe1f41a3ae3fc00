import { useState } from 'react'
import { Dialog } from '../../../parts/dialog.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { InviteByLink } from './invite-by-link.tsx'
import { InviteByMail, type InviteProps } from './invite-by-mail.tsx'

/** Invites people by their addresses, or whoever gets a link. */
export function InviteDialog(props: InviteProps) {
  const words = useWordsOf('organization')
  const [way, setWay] = useState('mail')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={words.invite}
      description={way === 'mail' ? words.inviteHint : words.inviteLinkHint}
    >
      <div>
        <Tabs
          label={words.invite}
          value={way}
          options={[
            ['mail', words.byMail],
            ['link', words.byLink],
          ]}
          onChoose={setWay}
        />
      </div>
      {way === 'mail' ? <InviteByMail {...props} /> : <InviteByLink {...props} />}
    </Dialog>
  )
}
