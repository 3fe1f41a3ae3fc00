import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useAimedComment } from './aimed-comment.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import styles from './comments.module.css'
import { type CommentTarget, commentsKey, commentsQuery, postComment, refreshComments } from './comments-queries.ts'

interface CommentsProps {
  target: CommentTarget
  /** Names the comments on a screen that has several such parts. */
  label?: string
  /** Called when somebody does not want to write after all; the new comment has the focus at first if there is such a function. */
  onCancel?: () => void
}

/** The comments on a page or change request: open ones, resolved ones on demand, and a new one. */
export function Comments({ target, label, onCancel }: CommentsProps) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(commentsQuery(target))
  const aimed = useAimedComment()
  const [choice, setChoice] = useState<boolean>()
  const post = useMutation({
    mutationFn: (markdown: string) => postComment(target, markdown),
    // Not awaited: the next comment may be written before the list has this one.
    onSuccess: () => void refreshComments(queries, target),
  })
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />
  const open = data.filter(({ status }) => status === 'open')
  const resolved = data.filter(({ status }) => status === 'resolved')
  const showsResolved = choice ?? resolved.some(({ id }) => id === aimed?.id)
  return (
    <section className={styles.comments} aria-label={label ?? words.comments}>
      {open.length === 0 && (
        <p className={styles.none}>
          <Icon icon={faCommentDots} /> {words.noComments}
        </p>
      )}
      {open.map((comment) => (
        <CommentThread key={comment.id} comment={comment} target={target} />
      ))}
      {resolved.length > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={showsResolved}
          onClick={() => setChoice(!showsResolved)}
        >
          {showsResolved ? words.hideResolved : words.showResolved(resolved.length)}
        </button>
      )}
      {showsResolved && resolved.map((comment) => <CommentThread key={comment.id} comment={comment} target={target} />)}
      <CommentForm
        spaceId={target.spaceId}
        draft={commentsKey(target).join('/')}
        label={words.newComment}
        send={words.comment}
        onSend={post.mutateAsync}
        error={post.error}
        onCancel={onCancel}
      />
    </section>
  )
}
