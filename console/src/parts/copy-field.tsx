import { faCheck, faCopy } from '@fortawesome/free-solid-svg-icons'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { copyText } from './copy-text.ts'

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
  const words = useWordsOf('parts')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const refuse = () => {
    setRefused(true)
    field.current?.select()
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-text' : undefined}>
        {label}
      </label>
      <span className={styles.value}>
        <input ref={field} id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <CopyingButton label={label} value={value} onRefused={refuse} />
      </span>
      {hint && <p className={styles.hint}>{hint}</p>}
      {isRefused && (
        <p className={styles.hint} role="status">
          {words.copyByHand}
        </p>
      )}
    </div>
  )
}

/** Copies a value that is not in view; `label` says what it is. Shows it where the browser does not let the page copy. */
export function CopyButton({ label, value }: CopyProps) {
  const words = useWordsOf('parts')
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  if (!isRefused) return <CopyingButton label={label} value={value} onRefused={() => setRefused(true)} />
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{words.copyByHand}</label>
      <textarea
        id={id}
        className={styles.byHand}
        rows={2}
        readOnly
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone.
        autoFocus
        onFocus={({ target }) => target.select()}
      />
    </span>
  )
}

function CopyingButton({ label, value, onRefused }: CopyProps & { onRefused: () => void }) {
  const words = useWordsOf('parts')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), confirmedMs) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const isDone = await copyText(value, currentTarget)
    setCopied(isDone)
    if (!isDone) onRefused()
  }
  return (
    <>
      <Button icon={isCopied ? faCheck : faCopy} onClick={(event) => void copy(event)} aria-label={words.copyOf(label)}>
        {isCopied ? words.copied : words.copy}
      </Button>
      <span role="status" className="hidden-text">
        {isCopied && words.copied}
      </span>
    </>
  )
}
