import { type ComponentProps, type ReactNode, useId } from 'react'
import { CharacterCount } from './character-count.tsx'
import { isComposing } from './composing.ts'
import styles from './field.module.css'

interface Described {
  label: string
  hint?: string | undefined
  /** Says what is wrong with the value, and what to do. */
  error?: ReactNode
}

/** A text field with its label. */
export function Field({ label, hint, error, ...rest }: ComponentProps<'input'> & Described) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...rest}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <Note id={`${id}-note`} hint={hint} error={error} />
      <CharacterCount value={rest.value} maxLength={rest.maxLength} />
    </div>
  )
}

/** A field of several lines, which grows with its text; Ctrl or Cmd with Enter sends its form. */
export function TextField({
  label,
  hint,
  error,
  hidesLabel,
  onKeyDown,
  ...rest
}: ComponentProps<'textarea'> & Described & { hidesLabel?: boolean }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      <textarea
        id={id}
        {...rest}
        className={`${styles.control} ${styles.lines}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isComposing(event))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      <Note id={`${id}-note`} hint={hint} error={error} />
      <CharacterCount value={rest.value} maxLength={rest.maxLength} />
    </div>
  )
}

/** A choice among a few values. */
export function Choice({
  label,
  hint,
  error,
  options,
  hidesLabel,
  ...rest
}: ComponentProps<'select'> & Described & ChoiceOptions) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      <select
        id={id}
        {...rest}
        className={`${styles.control} ${styles.choice}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  )
}

interface SwitchProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

/** A setting that is on or off. */
export function Switch({ label, hint, isOn, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        disabled={disabled}
        aria-describedby={hint && `${id}-note`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <Note id={`${id}-note`} hint={hint} />}
    </div>
  )
}

interface ChoiceOptions {
  options: readonly (readonly [value: string, name: string])[]
  hidesLabel?: boolean
}

const Note = ({ id, hint, error }: Pick<Described, 'hint' | 'error'> & { id: string }) => (
  <p id={id} role={error ? 'alert' : undefined} className={error ? styles.error : styles.hint}>
    {error ?? hint}
  </p>
)
