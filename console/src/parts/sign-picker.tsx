import iconNames from 'virtual:named-icons/names'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Field } from './field.tsx'
import { foundEmojis, foundIcons, type OfferedSign } from './found-signs.ts'
import { Sign, type SignValue } from './sign.tsx'
import styles from './sign-field.module.css'

interface PickerProps {
  only: 'emoji' | 'icon' | undefined
  onChoose: (value: SignValue) => void
}

/** Finds emojis and icons by a part of their names. */
export default function SignPicker({ only, onChoose }: PickerProps) {
  const words = useWordsOf('parts')
  const [text, setText] = useState('')
  const query = useDeferredValue(text)
  const emojis = useMemo(() => (only === 'icon' ? [] : foundEmojis(query)), [only, query])
  const icons = useMemo(() => (only === 'emoji' ? [] : foundIcons(iconNames, query)), [only, query])
  return (
    <div className={styles.picker}>
      <Field
        label={words.findSign}
        hint={words.findSignHint}
        type="search"
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter would send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {emojis.length === 0 && icons.length === 0 && <p role="status">{words.noSignFound}</p>}
      <Signs kind={words.emojis} signs={emojis} sign={(emoji) => ({ emoji })} onChoose={onChoose} />
      <Signs kind={words.icons} signs={icons} sign={(icon) => ({ icon })} onChoose={onChoose} />
    </div>
  )
}

interface SignsProps {
  kind: string
  signs: readonly OfferedSign[]
  sign: (value: string) => SignValue
  onChoose: (value: SignValue) => void
}

/** Signs of one kind. The Tab key stops at one of them, and arrow keys go on from there. */
function Signs({ kind, signs, sign, onChoose }: SignsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const at = Math.min(stop, signs.length - 1)
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.children ?? [])] as HTMLElement[]
    const top = buttons[0]?.offsetTop
    const perRow = buttons.findIndex(({ offsetTop }) => offsetTop !== top)
    const row = perRow === -1 ? buttons.length : perRow
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key]
    if (step === undefined) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }
  if (signs.length === 0) return null
  return (
    <>
      <p className={styles.kind}>{kind}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no arrow keys either */}
      <div ref={list} role="group" aria-label={kind} className={styles.signs} onKeyDown={move}>
        {signs.map(({ value, name }, index) => (
          <button
            key={value}
            type="button"
            title={name}
            aria-label={name}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setStop(index)}
            onClick={() => onChoose(sign(value))}
          >
            <Sign {...sign(value)} />
          </button>
        ))}
      </div>
    </>
  )
}
