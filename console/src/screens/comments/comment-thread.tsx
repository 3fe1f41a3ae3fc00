import { faCheck, faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import type { Comment } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../api/queries.ts'
import { IconButton } from '../../parts/button.tsx'
import { emojiOf } from '../../parts/emoji.ts'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import {
  type CommentTarget,
  type CommentUpdate,
  deleteComment,
  deleteReply,
  postReply,
  refreshComments,
  repliesQuery,
  updateComment,
  updateReply,
} from './comments-queries.ts'
import { Said } from './said.tsx'

interface ThreadProps {
  comment: Comment
  target: CommentTarget
}

/** A comment with its replies. */
export function CommentThread({ comment, target }: ThreadProps) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const [isReplying, setReplying] = useState(false)
  const { spaceId } = target
  const { id: commentId } = comment
  const { data: replies = [] } = useQuery({ ...repliesQuery(target, commentId), enabled: comment.replies > 0 })
  const refresh = () => refreshComments(queries, target)
  const update = useMutation({
    mutationFn: (change: CommentUpdate) => updateComment(target, commentId, change),
    onSuccess: refresh,
  })
  const reply = useMutation({
    mutationFn: (text: string) => postReply(target, commentId, text),
    // Not awaited: the next reply may be written before the list has this one.
    onSuccess: () => void refresh(),
  })
  const isResolved = comment.status === 'resolved'
  return (
    <article className={styles.thread} data-resolved={isResolved || undefined}>
      <Said
        said={comment}
        spaceId={spaceId}
        onEdit={(markdown) => updateComment(target, commentId, { body: { markdown } }).then(refresh)}
        onDelete={() => deleteComment(target, commentId).then(refresh)}
      >
        {comment.permissions.reply && (
          <IconButton
            icon={isResolved ? faRotateLeft : faCheck}
            label={isResolved ? words.reopen : words.resolve}
            onClick={() => update.mutate({ resolved: !isResolved })}
          />
        )}
      </Said>
      <Reactions comment={comment} react={update.mutate} />
      {replies.map((one) => {
        const path = { commentId, commentReplyId: one.id }
        return (
          <Said
            key={one.id}
            said={one}
            spaceId={spaceId}
            onEdit={(markdown) => updateReply(target, path, markdown).then(refresh)}
            onDelete={() => deleteReply(target, path).then(refresh)}
          />
        )
      })}
      {update.error && <Notice>{refusalText(update.error, words)}</Notice>}
      {isReplying && (
        <CommentForm
          spaceId={spaceId}
          draft={`reply/${commentId}`}
          label={words.newReply}
          send={words.reply}
          error={reply.error}
          onSend={reply.mutateAsync}
          onSent={() => setReplying(false)}
          onCancel={() => setReplying(false)}
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

const thumb = '1f44d'

interface ReactionsProps {
  comment: Comment
  react: (change: CommentUpdate) => void
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
