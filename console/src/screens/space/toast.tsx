import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import styles from './toast.module.css'

/** The reason that a button of the bar of a space did nothing, until somebody closes it. */
export function FailureToast({ error, children }: { error: unknown; children?: ReactNode }) {
  const words = useWords()
  const [closed, setClosed] = useState<unknown>()
  if (error === closed) return null
  return (
    <Toast>
      <Notice>{children || refusalText(error, words)}</Notice>
      <IconButton icon={faXmark} label={words.close} onClick={() => setClosed(error)} />
    </Toast>
  )
}

/** A message in the corner of the window, below those that are there already. */
export const Toast = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={styles.toast}>{children}</div>, corner())

const id = 'toasts'

function corner(): HTMLElement {
  const known = document.getElementById(id)
  if (known) return known
  const made = document.createElement('div')
  made.id = id
  made.className = styles.corner ?? ''
  document.body.append(made)
  return made
}
