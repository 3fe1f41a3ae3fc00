import styles from './tabs.module.css'

interface TabsProps {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

/** A choice among few values, all of them in view. */
export const Tabs = ({ label, value, options, onChoose }: TabsProps) => (
  <fieldset className={styles.tabs}>
    <legend className="hidden-text">{label}</legend>
    {options.map(([one, name]) => (
      <button key={one} type="button" aria-pressed={one === value} className={styles.tab} onClick={() => onChoose(one)}>
        {name}
      </button>
    ))}
  </fieldset>
)
