import '@fontsource/ibm-plex-mono/latin-400.css'
import { faCheck, faCopy } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useId, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  hidesLabel?: boolean
}

const confirmedMs = 2000

/** A value that people carry elsewhere, such as an address or a DNS record, with a button that copies it. */
export function CopyField({ label, value, hidesLabel = false }: CopyFieldProps) {
  const words = useWordsOf('parts')
  const id = useId()
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
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      <span className={styles.value}>
        <input id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <Button icon={isCopied ? faCheck : faCopy} onClick={copy} aria-label={words.copyOf(label)}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </span>
      <span role="status" className="hidden-text">
        {isCopied && words.copied}
      </span>
    </div>
  )
}
