import { useWordsOf } from '../../../words/words.ts'
import styles from './customization.module.css'

interface Themed {
  light: string
  dark: string
}

interface ColourPairProps {
  label: string
  value: Themed
  onChange: (value: Themed) => void
}

/** A colour for the light theme and one for the dark. */
export function ColourPair({ label, value, onChange }: ColourPairProps) {
  const words = useWordsOf('customization')
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      <div>
        {(['light', 'dark'] as const).map((theme) => (
          <label key={theme} className={styles.colour}>
            <input
              type="color"
              value={sixDigits(value[theme])}
              onChange={({ target }) => onChange({ ...value, [theme]: target.value })}
            />
            {words.themes[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Browsers take colours of six digits alone; the interface also has those of three. */
const sixDigits = (colour: string) =>
  colour.length === 4 ? colour.replace(/[^#]/g, (digit) => digit + digit) : colour.toLowerCase()
