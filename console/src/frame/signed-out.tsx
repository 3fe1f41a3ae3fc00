import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { base } from '../page.ts'
import { buttonClass } from '../parts/button.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { useWordsOf } from '../words/words.ts'
import styles from './signed-out.module.css'

interface SignedOutProps {
  /** False once the dialog was closed: it stays as a line at the edge of the screen. */
  isOpen: boolean
  onClose: () => void
}

/** Says that the session has ended. The screen stays as it is behind it, so that a text can still be copied. */
export default function SignedOut({ isOpen, onClose }: SignedOutProps) {
  const words = useWordsOf('account')
  const { href } = useLocation()
  const first = useRef<HTMLAnchorElement>(null)
  // Leads to the screen itself as a new page, which has the key of a session that began in another tab, or asks to sign in.
  // With a hash a browser would stay on this page, and a path of two slashes would be another host.
  const [address] = `${location.origin}${base}${href}`.split('#')
  const link = (
    <a ref={first} className={buttonClass('primary')} href={address}>
      {words.signIn}
    </a>
  )
  if (!isOpen)
    return (
      <div className={styles.line} role="status">
        {words.signedOutTitle} {link}
      </div>
    )
  return (
    <Dialog open onClose={onClose} title={words.signedOutTitle} description={words.signedOutHint} first={first}>
      <DialogButtons>{link}</DialogButtons>
    </Dialog>
  )
}
