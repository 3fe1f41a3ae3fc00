import { useLocation } from '@tanstack/react-router'
import { base } from '../page.ts'
import { buttonClass } from '../parts/button.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { useWordsOf } from '../words/words.ts'

/** Says that the session has ended. The screen stays as it is behind it, so that a text can still be copied. */
export default function SignedOut({ onClose }: { onClose: () => void }) {
  const words = useWordsOf('account')
  const { href } = useLocation()
  return (
    <Dialog open onClose={onClose} title={words.signedOutTitle} description={words.signedOutHint}>
      <DialogButtons>
        {/* A new page, since a session has a key of its own. */}
        <a className={buttonClass('primary')} href={`${base}/sign-in?next=${encodeURIComponent(`${base}${href}`)}`}>
          {words.signIn}
        </a>
      </DialogButtons>
    </Dialog>
  )
}
