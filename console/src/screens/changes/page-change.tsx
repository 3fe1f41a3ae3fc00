import { faChevronRight } from '@fortawesome/free-solid-svg-icons'
import type { SemanticChange } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Comments } from '../comments/comments.tsx'
import { pageLink } from '../space/page-tree.tsx'
import type { ShownState } from '../space/space-queries.ts'
import styles from './changes.module.css'
import { DiscussionButton } from './discussion-button.tsx'
import { FieldChanges } from './field-changes.tsx'
import { MarkedText } from './marked-text.tsx'
import { RestoreDeleted } from './restore-deleted.tsx'
import { RestorePage } from './restore-page.tsx'
import { TextChange } from './text-change.tsx'

type OfPage = Extract<SemanticChange, { page: unknown }>

interface PageChangeProps {
  state: ShownState
  /** The changes of one page, at least one. */
  changes: OfPage[]
  revisions: { before: string; after: string }
  mayEdit: boolean
  mayComment: boolean
  /** True if the changes have gone live. */
  wasLive: boolean
}

const looks = {
  page_created: 'success',
  page_edited: 'warning',
  page_moved: 'info',
  page_deleted: 'danger',
} as const

/** Shows the changes of one page: its place, its fields, and its text, word by word, or as a page. */
export function PageChange({ state, changes, revisions, mayEdit, mayComment, wasLive }: PageChangeProps) {
  const words = useWordsOf('changes')
  const id = useId()
  const [isOpen, setOpen] = useState(true)
  const [view, setView] = useState('text')
  const [isDiscussed, setDiscussed] = useState(false)
  const discussion = useRef<HTMLButtonElement>(null)
  const page = changes[0]?.page
  if (!page) return null
  const kinds = changes.map(({ type }) => type)
  const isDeleted = kinds.includes('page_deleted')
  const text = {
    ...{ spaceId: state.spaceId, id: page.id, revisions },
    ...{ isNew: kinds.includes('page_created'), isGone: isDeleted },
  }
  const hasText = page.type === 'document' && changes.some(changesText)
  return (
    <section className={styles.card} data-open={isOpen || undefined} aria-labelledby={id}>
      <header className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon icon={faChevronRight} />
        </button>
        <div className={styles.name}>
          <h2 id={id}>{page.title}</h2>
          {page.path && <span className={styles.path}>{page.path}</span>}
        </div>
        {kinds.map((kind) => (
          <Badge key={kind} kind={looks[kind]}>
            {words.changeKinds[kind]}
          </Badge>
        ))}
        {hasText && (
          <Tabs
            label={words.view}
            value={view}
            options={[
              ['text', words.asText],
              ['page', words.asPage],
            ]}
            onChoose={setView}
          />
        )}
        {mayEdit && isDeleted && state.changeRequestId && (
          <RestorePage spaceId={state.spaceId} changeRequestId={state.changeRequestId} page={page} />
        )}
        {wasLive && (
          <RestoreDeleted
            spaceId={state.spaceId}
            version={{ page, revisionId: isDeleted ? revisions.before : revisions.after }}
          />
        )}
        {mayComment && !isDeleted && page.type === 'document' && (
          <DiscussionButton
            ref={discussion}
            state={state}
            page={page}
            isOpen={isDiscussed}
            onToggle={() => setDiscussed(!isDiscussed)}
          />
        )}
        {mayEdit && !isDeleted && page.type === 'document' && (
          <Link {...pageLink(state, page.id)} className={buttonClass('quiet')} aria-label={words.editPage(page.title)}>
            {words.edit}
          </Link>
        )}
      </header>
      {isOpen && (
        <>
          {changes.map((change) => (
            <FieldChanges key={change.type} spaceId={state.spaceId} change={change} revisions={revisions} />
          ))}
          {hasText && view === 'text' && <TextChange {...text} object="page" />}
          {hasText && view === 'page' && <MarkedText {...text} />}
        </>
      )}
      {isDiscussed && (
        <div className={styles.discussion}>
          <Comments
            target={{ ...state, pageId: page.id }}
            label={words.commentsOn(page.title)}
            onCancel={() => {
              setDiscussed(false)
              discussion.current?.focus()
            }}
          />
        </div>
      )}
    </section>
  )
}

const changesText = (change: OfPage) =>
  change.type === 'page_created' ||
  change.type === 'page_deleted' ||
  (change.type === 'page_edited' && change.attributes.document !== undefined)
