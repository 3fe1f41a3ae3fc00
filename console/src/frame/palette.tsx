import { faMagnifyingGlass, faWandMagicSparkles } from '@fortawesome/free-solid-svg-icons'
import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { organizationQuery, workspaceQuery } from '../api/queries.ts'
import { isComposing } from '../parts/composing.ts'
import { Icon } from '../parts/icon.tsx'
import { Loading, Notice, refusalText } from '../parts/states.tsx'
import { useWordsOf } from '../words/words.ts'
import styles from './palette.module.css'
import { useActions } from './palette-actions.ts'
import { type Entry, fits } from './palette-entry.ts'
import { useFoundOthers } from './palette-others.ts'
import { useFoundPages } from './palette-pages.ts'
import { usePlaces } from './palette-places.ts'

const Answer = lazy(() => import('./answer.tsx'))
const NewContent = lazy(() => import('./new-content.tsx'))

/** The spaces, and the collections, that are shown. */
const [maxSpaces, maxCollections] = [6, 4]

interface PaletteProps {
  organizationId: string
  onClose: () => void
}

/** Finds everything by typing, and does what is at hand; a space or collection to create is asked for in its place. */
export default function Palette({ organizationId, onClose }: PaletteProps) {
  const [isCreating, setCreating] = useState(false)
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const { data: organization } = useQuery(organizationQuery(organizationId))
  if (!isCreating)
    return <Search organizationId={organizationId} onClose={onClose} onCreate={() => setCreating(true)} />
  return (
    <NewContent
      organizationId={organizationId}
      collections={workspace?.collections ?? []}
      mayCreateAtTop={organization?.permissions.createContent === true}
      onClose={onClose}
    />
  )
}

/** Finds places, actions, change requests, sites, people, and pages with excerpts; asks. Arrow keys choose, Enter opens. */
function Search({ organizationId, onClose, onCreate }: PaletteProps & { onCreate: () => void }) {
  const words = useWordsOf('ask')
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  /** True after more pages were wished for, until the cursor moves. */
  const [isWished, setWished] = useState(false)
  const [question, setQuestion] = useState<string>()
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const { spaces, collections, screens } = usePlaces(organizationId)
  const { actions, error } = useActions({ organizationId, onCreate, onClose })
  const others = useFoundOthers(organizationId, text)
  const { entries: pages, isSearching, error: searchError, more } = useFoundPages(organizationId, text)
  const ask = (next: string) => {
    setText(next)
    setQuestion(next)
  }
  const found = [
    ...spaces.filter(fits(text)).slice(0, maxSpaces),
    // Without a text the list has what is opened most often.
    ...(text.trim() === '' ? [] : collections.filter(fits(text)).slice(0, maxCollections)),
    ...[...screens, ...actions].filter(fits(text)),
    ...others.entries,
    ...pages,
  ]
  const typed = text.trim()
  const asking = { icon: faWandMagicSparkles, title: words.askQuestion(typed), run: () => ask(typed) }
  const entries: Entry[] = [...found, ...(more ? [more] : []), ...(typed && organization?.ai !== false ? [asking] : [])]
  // The question takes the place of the entry where no more pages came: nobody has chosen to ask, which may cost money.
  const cursor = isWished && !more ? Math.min(at, found.length - 1) : at
  const choose = (index: number) => {
    setAt(index)
    setWished(false)
  }
  const open = (entry: Entry | undefined) => {
    if (entry && entry === more) setWished(true)
    if (!entry?.to) return entry?.run?.()
    onClose()
    void navigate({ href: entry.to })
  }
  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(entries[cursor])
    if (step === undefined || entries.length === 0) return
    event.preventDefault()
    choose((cursor + step + entries.length) % entries.length)
  }
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the function that ends the effect.
    void document.getElementById(`${listId}-${cursor}`)?.scrollIntoView({ block: 'nearest' })
  }, [cursor, listId])
  const option = (entry: Entry, index: number) => (
    <div
      key={`${entry.to}/${entry.title}`}
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === cursor}
      aria-disabled={(!entry.to && !entry.run) || undefined}
      className={styles.entry}
      onPointerMove={() => index !== cursor && choose(index)}
      onClick={() => open(entry)}
      onKeyDown={move}
    >
      <Icon icon={entry.icon} />
      <span className={styles.words}>
        <span>{entry.title}</span>
        {entry.detail && <small>{entry.detail}</small>}
      </span>
    </div>
  )
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.shade} />
        <Radix.Content className={styles.palette} aria-describedby={undefined}>
          <Radix.Title className="hidden-text">{words.search}</Radix.Title>
          <div className={styles.field}>
            <Icon icon={faMagnifyingGlass} />
            <input
              role="combobox"
              aria-label={words.searchHint}
              placeholder={words.searchHint}
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-activedescendant={entries[cursor] ? `${listId}-${cursor}` : undefined}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setQuestion(undefined)
                choose(0)
              }}
              onKeyDown={move}
            />
          </div>
          {Boolean(error) && <Notice>{refusalText(error, words)}</Notice>}
          {question !== undefined && (
            <Suspense fallback={<Loading />}>
              <Answer organizationId={organizationId} question={question} onAsk={ask} onClose={onClose} />
            </Suspense>
          )}
          {/* The input names the list, so the list stays where the answer is shown. */}
          <div
            className={styles.list}
            id={listId}
            role="listbox"
            aria-label={words.results}
            hidden={question !== undefined}
          >
            {entries.map(option)}
          </div>
          {question === undefined && Boolean(searchError) && (
            <Notice>
              {words.searchFailed} {refusalText(searchError, words)}
            </Notice>
          )}
          {question === undefined && found.length === 0 && !searchError && (
            <Nothing>{isSearching || others.isSearching ? words.searching : words.searchNothing(text)}</Nothing>
          )}
          <footer className={styles.keys}>
            <kbd>↑</kbd> <kbd>↓</kbd> {words.toChoose} <kbd>Enter</kbd> {words.toOpen} <kbd>Esc</kbd> {words.toClose}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className={styles.nothing} role="status">
    {children}
  </p>
)
