import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../../parts/composing.ts'
import { TextField } from '../../parts/field.tsx'
import { Avatar } from '../../parts/person.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { CommentTarget } from './comments-queries.ts'
import styles from './mention-field.module.css'
import { namedMentions } from './named-mentions.ts'
import { usePeople } from './use-people.ts'

interface MentionFieldProps extends ComponentProps<typeof TextField> {
  /** The subject of the discussion: who takes part in it is offered first, then the members of its organization. */
  discussion: CommentTarget
  /** In markdown; people are shown by their names. */
  value: string
  onText: (markdown: string) => void
}

/** The beginning of a name behind `@`, or nothing yet, and the offset of the sign in the text. */
interface Begun {
  from: number
  name: string
}

/** A text in which `@` offers people, by the beginning of a name behind it; arrow keys choose one, Enter mentions them. */
export function MentionField({ discussion, value, onText, ...field }: MentionFieldProps) {
  const words = useWordsOf('reading')
  const listId = useId()
  const element = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<Begun>()
  const [at, setAt] = useState(0)
  const [mentions] = useState(namedMentions)
  const shown = mentions.show(value)
  const { people, isGuest } = usePeople(discussion, begun?.name)
  const read = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const name = /(?<=^|\s)@([\p{L}\p{N}.-]*)$/u.exec(value.slice(0, selectionStart))?.[1]
    setBegun(name === undefined ? undefined : { from: selectionStart - name.length - 1, name })
    setAt(0)
  }
  const mention = (person: (typeof people)[number] | undefined) => {
    if (!begun || !person) return
    const before = `${shown.slice(0, begun.from)}${mentions.nameOf(person)} `
    // The cursor is set in the text that has the mention.
    flushSync(() => onText(mentions.write(before + shown.slice(begun.from + begun.name.length + 1))))
    element.current?.focus()
    element.current?.setSelectionRange(before.length, before.length)
    setBegun(undefined)
  }
  const choose = (event: KeyboardEvent) => {
    if (people.length === 0 || isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isMentioning = (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab'
    if (step !== undefined) setAt((at + step + people.length) % people.length)
    else if (isMentioning) mention(people[at])
    else if (event.key === 'Escape') setBegun(undefined)
    else return
    event.preventDefault()
  }
  const isOffering = people.length > 0
  return (
    <div>
      <TextField
        {...field}
        ref={element}
        value={shown}
        onChange={({ target }) => {
          onText(mentions.write(target.value))
          read(target)
        }}
        onKeyDown={choose}
        onBlur={() => setBegun(undefined)}
        aria-autocomplete="list"
        aria-controls={isOffering ? listId : undefined}
        aria-activedescendant={isOffering ? `${listId}-${at}` : undefined}
      />
      {isOffering && (
        <div id={listId} role="listbox" aria-label={words.peopleToMention} className={styles.people}>
          {people.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.person}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => mention(person)}
              onKeyDown={choose}
            >
              <Avatar person={person} />
              <bdi>{person.displayName}</bdi>
            </div>
          ))}
        </div>
      )}
      {isGuest && (
        <p role="status" className={styles.hint}>
          {words.guestMentions}
        </p>
      )}
    </div>
  )
}
