import {
  faBook,
  faCodeMerge,
  faFileLines,
  faGear,
  faGlobe,
  faHouse,
  faMagnifyingGlass,
  faUserGroup,
  faWandMagicSparkles,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import * as Radix from '@radix-ui/react-dialog'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { api } from '../api/client.ts'
import { organizationQuery, workspaceQuery } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Loading } from '../parts/states.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { useWordsOf } from '../words/words.ts'
import styles from './palette.module.css'

const Answer = lazy(() => import('./answer.tsx'))

interface Entry {
  icon: IconDefinition
  title: string
  /** The place of the entry, or an excerpt of its text. */
  detail?: string | undefined
  /** A path of the console; absent of the entry that asks. */
  to?: string
}

const typingMs = 40
const maxOfKind = 6

/** Finds everything by typing: screens, spaces, and pages with excerpts; asks. Arrow keys choose, Enter opens. */
export default function Palette({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('ask')
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [question, setQuestion] = useState<string>()
  const places = usePlaces(organizationId, text)
  const { entries: pages, isSearching } = useFoundPages(organizationId, text)
  const asking = text.trim() && { icon: faWandMagicSparkles, title: words.askQuestion(text.trim()) }
  const entries: Entry[] = [...places, ...pages, ...(asking ? [asking] : [])]
  const ask = (next: string) => {
    setText(next)
    setQuestion(next)
  }
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    if (!entry.to) return ask(text.trim())
    onClose()
    void navigate({ href: entry.to })
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(entries[at])
    if (step === undefined || entries.length === 0) return
    event.preventDefault()
    setAt((at + step + entries.length) % entries.length)
  }
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the function that ends the effect.
    void document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, listId])
  const option = (entry: Entry, index: number) => (
    <div
      key={entry.to ?? 'ask'}
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === at}
      className={styles.entry}
      onPointerMove={() => setAt(index)}
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
              aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setQuestion(undefined)
                setAt(0)
              }}
              onKeyDown={move}
            />
          </div>
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
          {question === undefined && places.length + pages.length === 0 && (
            <Nothing>{isSearching ? words.searching : words.searchNothing(text)}</Nothing>
          )}
          <footer className={styles.keys}>
            <kbd>↑</kbd> <kbd>↓</kbd> {words.toChoose} <kbd>↵</kbd> {words.toOpen} <kbd>Esc</kbd> {words.toClose}
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

/** The screens by which an organization is run, their titles, and the permission without which nobody needs them. */
const administration = [
  ['teams', 'teams', 'listTeams'],
  ['imports', 'imports', 'listMembers'],
  ['templates', 'templates', 'listMembers'],
  ['specifications', 'specifications', 'listMembers'],
  ['trash', 'trash', 'listMembers'],
  ['tokens', 'tokens', 'view'],
  ['settings', 'administration', 'admin'],
  ['single-sign-on', 'singleSignOn', 'admin'],
  ['audit-log', 'auditLog', 'admin'],
] as const

/** Returns the screens and spaces whose names hold all words of the text. */
function usePlaces(organizationId: string, text: string): Entry[] {
  const words = useWordsOf('organization')
  const { data } = useQuery(workspaceQuery(organizationId))
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const at = `/o/${organizationId}`
  const screens: Entry[] = [
    { icon: faHouse, title: words.home, to: at },
    { icon: faCodeMerge, title: words.changeRequests, to: `${at}/changes` },
    { icon: faGlobe, title: words.sites, to: `${at}/sites` },
    { icon: faUserGroup, title: words.members, to: `${at}/members` },
    { icon: faGear, title: words.settings, to: '/settings' },
    ...administration
      .filter(([, , needs]) => organization?.permissions[needs])
      .map(([path, name]) => ({ icon: faGear, title: words[name], to: `${at}/${path}` })),
  ]
  const titles = new Map(data?.collections.map(({ id, title }) => [id, title]))
  const spaces: Entry[] = (data?.spaces ?? []).map(({ id, title, parent }) => ({
    icon: faBook,
    title: title || words.untitled,
    detail: parent && titles.get(parent),
    to: `/s/${id}`,
  }))
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ title }: Entry) => wanted.every((word) => title.toLowerCase().includes(word))
  return [...spaces.filter(fits).slice(0, maxOfKind), ...screens.filter(fits)]
}

/** Returns the pages that the text finds, and whether more are on their way. */
function useFoundPages(organizationId: string, text: string): { entries: Entry[]; isSearching: boolean } {
  const query = useSettled(text.trim(), typingMs)
  const { data, isFetching } = useQuery({
    ...foundQuery(organizationId, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const isSearching = isFetching || query !== text.trim()
  if (text.trim() === '') return { entries: [], isSearching: false }
  const pages = (data ?? []).flatMap((space) => space.pages.map((page) => ({ space, page })))
  const ranked = pages.toSorted((one, other) => one.page.rank - other.page.rank).slice(0, 2 * maxOfKind)
  const entries = ranked.map(({ space, page }) => {
    const above = [space.title, ...page.ancestors.map(({ title }) => title)].join(' / ')
    const excerpt = page.sections?.[0]?.body || page.description
    return {
      icon: faFileLines,
      title: page.title,
      detail: excerpt ? `${above} — ${excerpt}` : above,
      to: `/s/${space.id}/p/${page.id}`,
    }
  })
  return { entries, isSearching }
}

const foundQuery = (organizationId: string, query: string) =>
  queryOptions({
    queryKey: ['search', organizationId, query],
    queryFn: async ({ signal }) => {
      const given = { params: { organizationId }, query: { query, limit: 10 }, signal }
      return (await api.get('/v1/orgs/{organizationId}/search', given)).items
    },
  })
