import type { Site } from '@quire/contracts'
import { useWordsOf } from '../../words/words.ts'
import styles from './audiences.module.css'

/** The audiences that a site may have, from the widest to the narrowest. */
const audiences = [
  'public',
  'unlisted',
  'share-link',
  'members',
  'visitor-auth',
] as const satisfies Site['visibility'][]

interface AudiencesProps {
  value: Site['visibility']
  onChoose: (audience: Site['visibility']) => void
}

/** A choice of who may read a site, each with what it means. */
export function Audiences({ value, onChoose }: AudiencesProps) {
  const words = useWordsOf('sites')
  return (
    <fieldset className={styles.choices}>
      <legend>{words.audience}</legend>
      {audiences.map((one) => (
        <label key={one}>
          <input type="radio" name="audience" value={one} checked={one === value} onChange={() => onChoose(one)} />
          <span>{words.audiences[one]}</span>
          <small>{words.audienceHints[one]}</small>
        </label>
      ))}
    </fieldset>
  )
}
