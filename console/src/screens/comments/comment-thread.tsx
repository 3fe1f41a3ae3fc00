import { faCheck, faEllipsis, faRotateLeft, faTrash } from '@fortawesome/free-solid-svg-icons'
import type { Comment, CommentReply } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meQuery } from '../../api/queries.ts'
import { IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { emojiOf } from '../../parts/emoji.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Avatar } from '../../parts/person.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useAim, useAimedComment } from './aimed-comment.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import {
  type CommentTarget,
  commentsKey,
  deleteComment,
  postReply,
  repliesQuery,
  updateComment,
} from './comments-queries.ts'

interface ThreadProps {
  comment: Comment
  target: CommentTarget
}

/** A comment with its replies. */
export function CommentThread({ comment, target }: ThreadProps) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const [isReplying, setReplying] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { data: replies = [] } = useQuery({ ...repliesQuery(target, comment.id), enabled: comment.replies > 0 })
  const refresh = () => queries.invalidateQueries({ queryKey: commentsKey(target) })
  const act = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: refresh })
  const reply = useMutation({ mutationFn: (text: string) => postReply(target, comment.id, text), onSuccess: refresh })
  const remove = useMutation({ mutationFn: () => deleteComment(target, comment.id), onSuccess: refresh })
  const isResolved = comment.status === 'resolved'
  const resolve = () => act.mutate(() => updateComment(target, comment.id, { resolved: !isResolved }))
  return (
    <article className={styles.thread} data-resolved={isResolved || undefined}>
      <Said by={comment}>
        {comment.permissions.reply && (
          <IconButton
            icon={isResolved ? faRotateLeft : faCheck}
            label={isResolved ? words.reopen : words.resolve}
            onClick={resolve}
          />
        )}
        {comment.permissions.delete && (
          <Menu align="end" trigger={<IconButton icon={faEllipsis} label={words.moreActions} />}>
            <MenuItem icon={faTrash} isDangerous onSelect={() => setDeleting(true)}>
              {words.deleteComment}
            </MenuItem>
          </Menu>
        )}
      </Said>
      <Reactions comment={comment} react={(change) => act.mutate(() => updateComment(target, comment.id, change))} />
      {replies.map((one) => (
        <Said key={one.id} by={one} />
      ))}
      {isDeleting && (
        <Confirm
          title={words.deleteComment}
          description={words.deleteCommentHint}
          action={words.deleteComment}
          work={remove}
          onClose={() => setDeleting(false)}
        />
      )}
      {act.error && <Notice>{refusalText(act.error, words)}</Notice>}
      {isReplying && (
        <CommentForm
          spaceId={target.spaceId}
          draft={`reply/${comment.id}`}
          label={words.newReply}
          send={words.reply}
          error={reply.error}
          onCancel={() => setReplying(false)}
          onSend={async (text) => {
            await reply.mutateAsync(text)
            setReplying(false)
          }}
        />
      )}
      {comment.permissions.reply && !isReplying && (
        <button type="button" className={styles.fold} onClick={() => setReplying(true)}>
          {words.reply}
        </button>
      )}
    </article>
  )
}

/** Who said something, when, and what; comes into view if the address leads to it. */
function Said({ by, children }: { by: Comment | CommentReply; children?: ReactNode }) {
  const words = useWordsOf('reading')
  const aimed = useAimedComment()
  const isAimed = by.id === (aimed?.reply ?? aimed?.id)
  const target = useAim<HTMLDivElement>(isAimed)
  return (
    <div ref={target} className={styles.said} tabIndex={isAimed ? -1 : undefined} data-aimed={isAimed || undefined}>
      <header>
        <Avatar person={by.postedBy} />
        <span className={styles.name}>{by.postedBy.displayName}</span>
        <span className={styles.when}>
          <Time at={by.postedAt} />
          {by.editedAt && ` · ${words.edited}`}
        </span>
        {children && <span className={styles.acts}>{children}</span>}
      </header>
      <Markdown text={by.body.markdown ?? ''} />
    </div>
  )
}

const thumb = '1f44d'

interface ReactionsProps {
  comment: Comment
  react: (change: { addedReactions?: string[]; removedReactions?: string[] }) => void
}

/** The reactions to a comment, each of which one adds or takes back by a click. */
function Reactions({ comment, react }: ReactionsProps) {
  const words = useWordsOf('reading')
  const { data: me } = useQuery(meQuery)
  const emojis = new Map([[thumb, 0], ...comment.reactions.map(({ emoji, count }) => [emoji, count] as const)])
  const isMine = (emoji: string) =>
    comment.reactions.some((one) => one.emoji === emoji && one.users.some(({ user }) => user.id === me?.id))
  if (!comment.permissions.reply) return null
  return (
    <div className={styles.reactions}>
      {[...emojis].map(([emoji, count]) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={isMine(emoji)}
          aria-label={words.reactWith(emojiOf(emoji), count)}
          onClick={() => react(isMine(emoji) ? { removedReactions: [emoji] } : { addedReactions: [emoji] })}
        >
          <span aria-hidden="true">
            {emojiOf(emoji)} {count > 0 && count}
          </span>
        </button>
      ))}
    </div>
  )
}
