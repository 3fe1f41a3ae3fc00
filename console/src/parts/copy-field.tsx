import { faCheck, faCopy } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useId, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'

interface CopyProps {
  label: string
  value: string
}

const confirmedMs = 2000

/** A value that people carry elsewhere, such as an address or a secret that is shown once, with a button that copies it. */
export function CopyField({
  label,
  value,
  hint,
  hidesLabel = false,
}: CopyProps & { hint?: string; hidesLabel?: boolean }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      <span className={styles.value}>
        <input id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <CopyButton label={label} value={value} />
      </span>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

/** Copies a value that is not in view; `label` says what it is. */
export function CopyButton({ label, value }: CopyProps) {
  const words = useWordsOf('parts')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), confirmedMs) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  // Without the right to the clipboard the text stays there to be selected.
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <Button icon={isCopied ? faCheck : faCopy} onClick={copy} aria-label={words.copyOf(label)}>
        {isCopied ? words.copied : words.copy}
      </Button>
      <span role="status" className="hidden-text">
        {isCopied && words.copied}
      </span>
    </>
  )
}
