import type { SiteCustomizationSettings } from '@quire/contracts'
import type { ReactNode } from 'react'
import { Choice } from '../../../parts/field.tsx'
import styles from './customization.module.css'

/** Properties of the fields for the settings of a site, or of one space on it. */
export interface SettingsProps {
  settings: SiteCustomizationSettings
  change: (settings: Partial<SiteCustomizationSettings>) => void
  /** True for the settings that one space may have of its own. */
  isOfSpace: boolean
}

/** Settings that belong together, which a click shows. */
export const Group = ({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) => (
  <details className={styles.group} open={isOpen}>
    <summary>{title}</summary>
    <div>{children}</div>
  </details>
)

interface NamedChoiceProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  /** The name of each value that may be chosen. */
  names: Record<Value, string>
  onChange: (value: Value) => void
}

/** A choice among the named values of a setting. */
export function NamedChoice<Value extends string>({ label, hint, value, names, onChange }: NamedChoiceProps<Value>) {
  const options = Object.entries<string>(names)
  const choose = (chosen: string) => onChange(chosen as Value)
  return (
    <Choice label={label} hint={hint} value={value} options={options} onChange={({ target }) => choose(target.value)} />
  )
}
