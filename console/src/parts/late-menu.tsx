import { type ComponentType, type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface LateMenuProps {
  className: string | undefined
  /** Says what the button is, before what it shows. */
  label: string
  /** The menu, loaded lazily; it opens at once, beside the button that it is given. */
  menu: ComponentType<{ trigger: ReactElement }>
  children: ReactNode
}

/** A button whose menu is loaded when somebody first presses it, since the first screen does not need it. */
export function LateMenu({ className, label, menu: Content, children }: LateMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button type="button" className={className} aria-haspopup="menu" onClick={() => setWanted(true)}>
      <span className="hidden-text">{label}: </span>
      {children}
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <Content trigger={button} />
    </Suspense>
  )
}
