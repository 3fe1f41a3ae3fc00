import { faEllipsis, faPen, faTrash } from '@fortawesome/free-solid-svg-icons'
import type { Comment, CommentReply } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Avatar } from '../../parts/person.tsx'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useAim, useAimedComment } from './aimed-comment.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import type { CommentTarget } from './comments-queries.ts'

interface SaidProps {
  said: Comment | CommentReply
  /** The subject of the discussion. */
  discussion: CommentTarget
  /** Saves another text; resolves when the text is shown. */
  onEdit: (markdown: string) => Promise<unknown>
  onDelete: () => Promise<unknown>
  /** Stands before the menu. */
  children?: ReactNode
}

/**
 * A comment or a reply: who said it, when, and what. It comes into view if the address leads to it; whoever may changes it
 * in its place, or deletes it.
 */
export function Said({ said, discussion, onEdit, onDelete, children }: SaidProps) {
  const words = useWordsOf('reading')
  const { id, postedBy, postedAt, editedAt, body, permissions } = said
  const aimed = useAimedComment()
  const isAimed = id === (aimed?.reply ?? aimed?.id)
  const place = useAim<HTMLDivElement>(isAimed)
  const menu = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const edit = useMutation({ mutationFn: onEdit })
  const remove = useMutation({ mutationFn: onDelete })
  const own = said.object === 'comment' ? words.ofComment : words.ofReply
  const text = body.markdown ?? ''
  const stopEditing = () => {
    const { activeElement: focused } = document
    // Somebody who goes on elsewhere while the text is saved stays there.
    if (focused === document.body || place.current?.contains(focused)) menu.current?.focus()
    edit.reset()
    setOpen(undefined)
  }
  return (
    <div
      ref={place}
      className={styles.said}
      tabIndex={isAimed ? -1 : undefined}
      data-aimed={isAimed || undefined}
      data-comment={id}
    >
      <header>
        <Avatar person={postedBy} />
        <span className={styles.name}>{postedBy.displayName}</span>
        <span className={styles.when}>
          <Time at={postedAt} />
          {editedAt && ` · ${words.edited}`}
        </span>
        <span className={styles.acts}>
          {children}
          {(permissions.edit || permissions.delete) && (
            <Menu
              align="end"
              trigger={<IconButton ref={menu} icon={faEllipsis} label={own.actions(postedBy.displayName)} />}
            >
              {permissions.edit && (
                <MenuItem icon={faPen} onSelect={() => setOpen('edit')}>
                  {words.edit}
                </MenuItem>
              )}
              {permissions.delete && (
                <MenuItem icon={faTrash} isDangerous onSelect={() => setOpen('delete')}>
                  {own.delete}
                </MenuItem>
              )}
            </Menu>
          )}
        </span>
      </header>
      {open === 'edit' ? (
        <CommentForm
          discussion={discussion}
          draft={`edit/${id}`}
          saved={text}
          label={own.edit}
          send={words.save}
          error={edit.error}
          onSend={edit.mutateAsync}
          onSent={stopEditing}
          onCancel={stopEditing}
        />
      ) : (
        <Markdown text={text} />
      )}
      {open === 'delete' && (
        <Confirm
          title={own.delete}
          description={own.deleteHint}
          action={own.delete}
          work={remove}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}
