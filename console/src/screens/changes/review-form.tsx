import type { ChangeRequest } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { refreshComments } from '../comments/comments-queries.ts'
import { MentionField } from '../comments/mention-field.tsx'
import { useDraft } from '../comments/use-draft.ts'
import { useHasOwnChanges } from '../editor/own-changes.ts'
import styles from './change-side.module.css'
import { decide } from './decide.ts'

interface OwnReview {
  status: 'approved' | 'changes-requested'
  text: string
}

/** One's own review: a verdict, and a comment if one likes. */
export function ReviewForm({ changeRequest }: { changeRequest: ChangeRequest }) {
  const { id: changeRequestId, space: spaceId, revision } = changeRequest
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const isChanging = useHasOwnChanges({ spaceId, changeRequestId })
  const { text, setText, clearSent } = useDraft(`review/${changeRequestId}`)
  const submit = useMutation({
    mutationFn: ({ status, text }: OwnReview) =>
      decide(queries, changeRequest, words.changeMovedOn, () =>
        api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', {
          params: { spaceId, changeRequestId },
          body: { status, revision, ...(text.trim() !== '' && { comment: { markdown: text } }) },
        }),
      ),
    async onSuccess(_, { text }) {
      clearSent(text)
      await Promise.all([
        // A list of what waits for the review has it no more.
        refresh(queries, ['change-request', spaceId, changeRequestId], ['changes']),
        refreshComments(queries, { spaceId, changeRequestId }),
      ])
    },
  })
  const send = (status: OwnReview['status']) => submit.mutate({ status, text })
  return (
    <div className={styles.verdict}>
      <h2>{words.yourReview}</h2>
      <MentionField
        discussion={{ spaceId, changeRequestId }}
        label={words.reviewComment}
        hidesLabel
        placeholder={words.reviewComment}
        value={text}
        onText={setText}
      />
      <div className={styles.buttons}>
        <Button busy={submit.isPending} disabled={isChanging} onClick={() => send('changes-requested')}>
          {words.requestChanges}
        </Button>
        <Button kind="primary" busy={submit.isPending} disabled={isChanging} onClick={() => send('approved')}>
          {words.approve}
        </Button>
      </div>
      {submit.error && <Notice>{refusalText(submit.error, words)}</Notice>}
    </div>
  )
}
