import { faEllipsis } from '@fortawesome/free-solid-svg-icons'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'

interface RowMenuProps {
  label: string
  /** The menu, open at first, with a button of the same label. */
  children: ReactNode
}

/** A button for the menu of a row. The menu is rendered when somebody first wants it, since each row of a tree has one. */
export function RowMenu({ label, children }: RowMenuProps) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return children
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.altKey) return
    event.preventDefault()
    setWanted(true)
  }
  return (
    <IconButton
      icon={faEllipsis}
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onKeyDown={openByKey}
    />
  )
}
