import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import styles from './frame.module.css'

/** The navigation on a phone, above the screen; Escape and a touch beside it close it. */
export default function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const words = useWords()
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.shade} />
        <Radix.Content className={styles.drawer} aria-describedby={undefined}>
          <Radix.Title className="hidden-text">{words.menu}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
