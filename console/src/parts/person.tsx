import type { User } from '@quire/contracts'
import styles from './person.module.css'

type Named = Pick<User, 'id' | 'displayName' | 'photoURL'>

/** The initials of a person on a colour of their own; the name stands beside it, so screen readers skip it. */
export function Avatar({ person }: { person: Named }) {
  const hue = [...person.id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 6, 0)
  return (
    <span className={styles.avatar} data-hue={hue} aria-hidden="true">
      {initialsOf(person.displayName)}
    </span>
  )
}

export const Person = ({ person }: { person: Named }) => (
  <span className={styles.person}>
    <Avatar person={person} />
    <span>{person.displayName}</span>
  </span>
)

const initialsOf = (name: string) => {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
