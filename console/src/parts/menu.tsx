import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { faCheck } from '@fortawesome/free-solid-svg-icons'
import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  /** True if the menu is open at first: it was loaded because somebody wanted it. */
  defaultOpen?: boolean
}

/** A menu beside its button; arrow keys move in it. */
export function Menu({ trigger, children, align = 'start', defaultOpen = false }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.menu}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveFocus}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Leaves the focus to a field or a dialog that an entry has opened; otherwise it goes back to the button of the menu. */
const leaveFocus = (event: Event) => document.activeElement !== document.body && event.preventDefault()

interface ItemProps {
  icon?: IconDefinition | undefined
  onSelect: () => void
  children: ReactNode
  isDangerous?: boolean
  /** The keys that do the same. */
  shortcut?: string
}

export const MenuItem = ({ icon, onSelect, children, isDangerous, shortcut }: ItemProps) => (
  <Radix.Item className={`${styles.item} ${isDangerous ? styles.danger : ''}`} onSelect={onSelect}>
    {icon && <Icon icon={icon} className={styles.symbol} />}
    {children}
    {shortcut && (
      <span className={styles.shortcut} aria-hidden="true">
        {shortcut}
      </span>
    )}
  </Radix.Item>
)

interface ChoicesProps {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

/** A group of entries of which one is chosen. */
export const MenuChoices = ({ label, value, options, onChoose }: ChoicesProps) => (
  <Radix.RadioGroup value={value} onValueChange={onChoose}>
    <Radix.Label className={styles.label}>{label}</Radix.Label>
    {options.map(([one, name]) => (
      <Radix.RadioItem key={one} value={one} className={styles.item}>
        <span className={styles.check}>
          <Radix.ItemIndicator>
            <Icon icon={faCheck} />
          </Radix.ItemIndicator>
        </span>
        {name}
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className={styles.label}>{children}</Radix.Label>
)
export const MenuLine = () => <Radix.Separator className={styles.line} />
