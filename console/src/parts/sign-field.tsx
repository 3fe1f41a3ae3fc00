import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { lazy, Suspense, useRef, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Button, IconButton } from './button.tsx'
import { emojiOf } from './emoji.ts'
import { hasSign, Sign, type SignValue } from './sign.tsx'
import styles from './sign-field.module.css'
import { Loading } from './states.tsx'

// Loads on demand, since the piece has the names of thousands of signs.
const SignPicker = lazy(() => import('./sign-picker.tsx'))

interface SignFieldProps {
  label: string
  value: SignValue
  /** Gets the chosen sign; an empty object for none. */
  onChange: (value: SignValue) => void
  /** The kinds of signs that are offered; both unless given. */
  only?: 'emoji' | 'icon'
}

/** Shows the sign of something, and lets the person choose another one by its name. */
export function SignField({ label, value, onChange, only }: SignFieldProps) {
  const words = useWordsOf('parts')
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const name = value.emoji ? emojiOf(value.emoji) : (value.icon ?? '')
  const choose = (chosen: SignValue) => {
    onChange(chosen)
    setOpen(false)
    // The focus was on a sign, which is gone with the others.
    toggle.current?.focus()
  }
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <span className={styles.line}>
        <Sign {...value} className={styles.sign} />
        <span role="status" className={value.emoji ? 'hidden-text' : styles.name}>
          {name || words.noSign}
        </span>
        <Button ref={toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.chooseSign}
        </Button>
        {hasSign(value) && <IconButton icon={faXmark} label={words.removeSign} onClick={() => onChange({})} />}
      </span>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <SignPicker only={only} onChoose={choose} />
        </Suspense>
      )}
    </fieldset>
  )
}
