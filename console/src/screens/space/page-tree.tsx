import { faArrowUpRightFromSquare, faChevronRight, faEyeSlash } from '@fortawesome/free-solid-svg-icons'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import {
  type ComponentType,
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { base } from '../../page.ts'
import { Icon } from '../../parts/icon.tsx'
import { scrollerOf } from '../../parts/scroller-of.ts'
import { Sign } from '../../parts/sign.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './page-tree.module.css'
import { childrenOf, type Page, pathTo } from './pages.ts'
import type { ShownState } from './space-queries.ts'

interface TreeProps {
  state: ShownState
  pages: readonly Page[]
  /** The page of the screen. */
  current: string | undefined
  /** Stands around the line of each page, if the tree is sorted. */
  row?: ComponentType<RowProps>
  /** Makes what stands at the end of the line of a page, such as its menu. */
  menu?: (page: Page) => ReactNode
}

interface RowProps {
  id: string
  children: ReactNode
}

const PlainRow = ({ children }: RowProps) => children

/** The pages of a state. A branch is rendered when it is open, so that a tree of thousands of pages costs what it shows. */
export function PageTree({ state, pages, current, row, menu }: TreeProps) {
  const trail = useMemo(() => {
    const above = current === undefined ? undefined : pathTo(pages, current)
    return above && current !== undefined ? [...above.map(({ id }) => id), current] : undefined
  }, [pages, current])
  const links = usePageLinks(state)
  return (
    <div className={styles.tree}>
      <Branch pages={pages} trail={trail} links={links} row={row} menu={menu} />
    </div>
  )
}

interface EntryProps extends Pick<TreeProps, 'row' | 'menu'> {
  page: Page
  /** The ids of the pages from below this one to the page of the screen; undefined if that is elsewhere. */
  trail: readonly string[] | undefined
  links: PageLinks
}

interface BranchProps extends Omit<EntryProps, 'page'> {
  pages: readonly Page[]
}

/** The length of the lists that pages side by side are divided into: the browser skips lists out of sight, and watches each for that. */
const maxOfList = 50

function Branch({ pages, trail, ...rest }: BranchProps) {
  const lists = Array.from({ length: Math.ceil(pages.length / maxOfList) }, (_, at) =>
    pages.slice(at * maxOfList, (at + 1) * maxOfList),
  )
  return lists.map((list) => (
    <ul key={list[0]?.id} style={{ '--rows': list.length } as CSSProperties}>
      {list.map((page) => (
        <Entry key={page.id} {...rest} page={page} trail={trail?.[0] === page.id ? trail.slice(1) : undefined} />
      ))}
    </ul>
  ))
}

/** Rendered again only if the page of the screen comes below it or leaves. */
const Entry = memo(function Entry({ page, trail, ...rest }: EntryProps) {
  const { links, row: Row = PlainRow, menu } = rest
  const words = useWordsOf('reading')
  const children = childrenOf(page)
  const [choice, setChoice] = useState<boolean>()
  const isGroup = page.type === 'group'
  const isCurrent = trail?.length === 0
  const isOpen = choice ?? (isGroup || trail !== undefined)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) scrollTo(line.current)
  }, [isCurrent])
  const name = (
    <>
      <Sign emoji={page.emoji} icon={page.icon} className={styles.sign} />
      <span className={styles.title} title={page.title}>
        {page.title}
      </span>
      {page.hidden && (
        <span className={styles.mark} title={words.hidden}>
          <Icon icon={faEyeSlash} />
          <span className="hidden-text">{words.hidden}</span>
        </span>
      )}
    </>
  )
  return (
    <li>
      <Row id={page.id}>
        <div
          ref={line}
          className={`${styles.line} ${isGroup ? styles.group : ''}`}
          data-current={isCurrent || undefined}
        >
          {page.type === 'document' && (
            <a {...links(page.id)} className={styles.name} aria-current={isCurrent ? 'page' : undefined}>
              {name}
            </a>
          )}
          {isGroup && <span className={styles.name}>{name}</span>}
          {page.type === 'link' && (
            <a className={styles.name} href={page.href} target="_blank" rel="noopener noreferrer">
              {name}
              <Icon icon={faArrowUpRightFromSquare} className={styles.mark} />
            </a>
          )}
          {children.length > 0 && (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={isOpen}
              aria-label={words.pagesBelow(page.title)}
              onClick={() => setChoice(!isOpen)}
            >
              <Icon icon={faChevronRight} />
            </button>
          )}
          {menu && <span className={styles.menu}>{menu(page)}</span>}
        </div>
      </Row>
      {isOpen && children.length > 0 && <Branch {...rest} pages={children} trail={trail} />}
    </li>
  )
})

/** Scrolls the tree to a line that is out of sight, and nothing around the tree. */
function scrollTo(line: HTMLElement | null) {
  const scroller = scrollerOf(line)
  if (!line || !scroller) return
  const [{ top, bottom }, around] = [line.getBoundingClientRect(), scroller.getBoundingClientRect()]
  if (top < around.top || bottom > around.bottom) scroller.scrollTop += top - around.top - scroller.clientHeight / 2
}

/** Makes the attributes of the link to a page of the state. */
type PageLinks = (pageId: string) => {
  href: string
  onClick: (event: MouseEvent) => void
  onPointerEnter: () => void
  onPointerLeave: () => void
  onFocus: () => void
  onBlur: () => void
}

/** Milliseconds that a pointer or the focus is on a link before its page is loaded, as for the links of the router. */
const intentMs = 50

/** Returns the links of a tree. Those of the router do the same, but each compares itself with every new address. */
function usePageLinks(state: ShownState): PageLinks {
  const router = useRouter()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(
    () => (pageId: string) => {
      const link = pageLink(state, pageId)
      const leave = () => clearTimeout(timer.current)
      const intend = () => {
        leave()
        timer.current = window.setTimeout(() => void router.preloadRoute(link), intentMs)
      }
      return {
        href: base + pagePath(state, pageId),
        onClick(event) {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void router.navigate(link)
        },
        onPointerEnter: intend,
        onPointerLeave: leave,
        onFocus: intend,
        onBlur: leave,
      }
    },
    [router, state],
  )
}

function pagePath({ spaceId, changeRequestId, revisionId }: ShownState, pageId: string): string {
  const version = changeRequestId ? `/changes/${changeRequestId}` : revisionId ? `/revisions/${revisionId}` : ''
  return `/s/${spaceId}${version}/p/${pageId}`
}

/** Returns where a page of a state is shown. */
export function pageLink({ spaceId, changeRequestId, revisionId }: ShownState, pageId: string): LinkProps {
  if (changeRequestId)
    return { to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { spaceId, changeRequestId, pageId } }
  if (revisionId) return { to: '/s/$spaceId/revisions/$revisionId/p/$pageId', params: { spaceId, revisionId, pageId } }
  return { to: '/s/$spaceId/p/$pageId', params: { spaceId, pageId } }
}
