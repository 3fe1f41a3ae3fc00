import { type ReactNode, useState } from 'react'
import { useWords } from '../../words/words.ts'

interface NarrowTreeProps {
  className?: string | undefined
  /** The page of the screen; once it is another one, the tree is closed. */
  current: string
  children: ReactNode
}

/** The tree of pages where a window has no room for it beside the page: behind a line that opens it above the page. */
export function NarrowTree({ className, current, children }: NarrowTreeProps) {
  const words = useWords()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === current
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpenAt(currentTarget.open ? current : undefined)}
    >
      <summary>{words.pages}</summary>
      {isOpen && children}
    </details>
  )
}
