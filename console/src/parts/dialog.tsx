import { faXmark } from '@fortawesome/free-solid-svg-icons'
import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useWords } from '../words/words.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Says what will follow, below the title. */
  description?: string
  /** True while it holds something that closing would lose: only its buttons close it then. */
  isHeld?: boolean
  /** The element that has the focus at first; otherwise a field with `autoFocus`, or the first button. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A dialog in the middle of the screen; Escape and a click beside it close it. Then the element has the focus again that
 * had it before.
 */
export function Dialog({ open, onClose, title, description, isHeld = false, first, children }: DialogProps) {
  const words = useWords()
  const hold = (event: Event) => isHeld && event.preventDefault()
  const opener = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  // Nothing in the dialog has the focus yet while it is rendered for the first time.
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement)
  wasOpen.current = open
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.shade} />
        <Radix.Content
          className={styles.dialog}
          onOpenAutoFocus={(event) => {
            if (!first?.current) return
            event.preventDefault()
            first.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
          onEscapeKeyDown={hold}
          onInteractOutside={hold}
          {...(!description && { 'aria-describedby': undefined })}
          // React hands events on to the components around the dialog, among which may be another form.
          onSubmit={(event) => event.stopPropagation()}
        >
          <header className={styles.head}>
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={faXmark} label={words.close} />
            </Radix.Close>
          </header>
          {description && <Radix.Description className={styles.description}>{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns the element that opens a dialog: of an entry of a menu, which is gone by then, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement ? opener : null
}

/** The row of buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
