import { faArrowUpRightFromSquare, faChevronRight, faEyeSlash } from '@fortawesome/free-solid-svg-icons'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { emojiOf } from '../../parts/emoji.ts'
import { Icon } from '../../parts/icon.tsx'
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
export function PageTree({ pages, ...rest }: TreeProps) {
  const { current } = rest
  const above = new Set(current === undefined ? [] : pathTo(pages, current)?.map(({ id }) => id))
  return (
    <ul className={styles.tree}>
      {pages.map((page) => (
        <Entry key={page.id} {...rest} page={page} above={above} />
      ))}
    </ul>
  )
}

interface EntryProps extends Omit<TreeProps, 'pages'> {
  page: Page
  above: ReadonlySet<string>
}

function Entry({ page, above, ...rest }: EntryProps) {
  const { state, current, row: Row = PlainRow, menu } = rest
  const words = useWordsOf('reading')
  const children = childrenOf(page)
  const [choice, setChoice] = useState<boolean>()
  const isGroup = page.type === 'group'
  const isOpen = choice ?? (isGroup || above.has(page.id) || page.id === current)
  const name = (
    <>
      {page.emoji && (
        <span className={styles.emoji} aria-hidden="true">
          {emojiOf(page.emoji)}
        </span>
      )}
      <span className={styles.title}>{page.title}</span>
      {page.hidden && (
        <span className={styles.mark} title={words.hidden}>
          <Icon icon={faEyeSlash} />
          <span className="hidden-text">{words.hidden}</span>
        </span>
      )}
    </>
  )
  return (
    <li className={styles.item}>
      <Row id={page.id}>
        <div
          className={`${styles.line} ${isGroup ? styles.group : ''}`}
          data-current={page.id === current || undefined}
        >
          {page.type === 'document' && (
            <Link
              {...pageLink(state, page.id)}
              className={styles.name}
              aria-current={page.id === current ? 'page' : undefined}
            >
              {name}
            </Link>
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
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Entry key={child.id} {...rest} page={child} above={above} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Returns where a page of a state is shown. */
export function pageLink({ spaceId, changeRequestId, revisionId }: ShownState, pageId: string): LinkProps {
  if (changeRequestId)
    return { to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { spaceId, changeRequestId, pageId } }
  if (revisionId) return { to: '/s/$spaceId/revisions/$revisionId/p/$pageId', params: { spaceId, revisionId, pageId } }
  return { to: '/s/$spaceId/p/$pageId', params: { spaceId, pageId } }
}
