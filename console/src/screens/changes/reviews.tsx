import { faCircleCheck, faCircleDot, faClock, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest, ChangeRequestReview, Space } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { meQuery, organizationQuery, refresh } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Person } from '../../parts/person.tsx'
import { Read } from '../../parts/read.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './change-side.module.css'
import { reviewsQuery } from './changes-queries.ts'
import { ReviewForm } from './review-form.tsx'

const PickPeople = lazy(() => import('../organization/sharing/pick-people.tsx'))

interface ReviewsProps {
  space: Space
  changeRequest: ChangeRequest
}

/** Who reviewed a change request, whose reviews are waited for, and one's own review. */
export function Reviews({ space, changeRequest }: ReviewsProps) {
  const words = useWordsOf('changes')
  const { id: changeRequestId } = changeRequest
  const queries = useQueryClient()
  const given = useQuery(reviewsQuery(space.id, changeRequestId))
  const params = { spaceId: space.id, changeRequestId }
  const at = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}' as const
  const ofThis = ['change-request', space.id, changeRequestId]
  const ask = useMutation({
    mutationFn: (users: string[]) => api.post(`${at}/requested-reviewers`, { params, body: { users } }),
    // A draft is open from then on: other lists have it, and spaces count it.
    onSuccess: () => refresh(queries, ofThis, ['changes'], ['space', space.id], ['workspace']),
  })
  const withdraw = useMutation({
    mutationFn: (userId: string) => api.delete(`${at}/requested-reviewers/{userId}`, { params: { ...params, userId } }),
    onSuccess: () => refresh(queries, ofThis, ['changes']),
  })
  const isClosed = changeRequest.status === 'merged' || changeRequest.status === 'archived'
  const mayAsk = space.permissions.edit && !isClosed
  return (
    <section className={styles.reviews} aria-labelledby="reviews">
      <header style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <h2 id="reviews">{words.reviewers}</h2>
        {mayAsk && (
          <AskButton
            space={space}
            changeRequestId={changeRequestId}
            asked={given.data?.requested.map(({ user }) => user.id) ?? []}
            onAsk={ask.mutateAsync}
          />
        )}
      </header>
      <Read of={given}>
        {({ reviews, requested }) => {
          const current = reviews.filter(({ outdated }) => !outdated)
          if (current.length + requested.length === 0) return <p className={styles.note}>{words.noReviews}</p>
          return (
            <ul className={styles.list}>
              {current.map((review) => (
                <Verdict key={review.id} review={review} isOfEarlier={review.revision !== changeRequest.revision} />
              ))}
              {requested.map(({ user }) => (
                <li key={user.id}>
                  <Person person={user} />
                  <span style={{ display: 'inline-flex', alignItems: 'center' }}>
                    <Badge icon={faClock}>{words.reviewAsked}</Badge>
                    {mayAsk && (
                      <IconButton
                        icon={faXmark}
                        label={words.withdrawReview(user.displayName)}
                        onClick={() => withdraw.mutate(user.id)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Read>
      {withdraw.error && <Notice>{refusalText(withdraw.error, words)}</Notice>}
      {space.permissions.review && !isClosed && <ReviewForm changeRequest={changeRequest} />}
    </section>
  )
}

interface VerdictProps {
  review: ChangeRequestReview
  /** True if the content has changed since the review. */
  isOfEarlier: boolean
}

function Verdict({ review, isOfEarlier }: VerdictProps) {
  const words = useWordsOf('changes')
  const isApproved = review.status === 'approved'
  const icon = isApproved ? faCircleCheck : faCircleDot
  return (
    <>
      <li>
        <Person person={review.reviewer} />
        {isOfEarlier ? (
          <Badge icon={icon} kind="warning">
            {isApproved ? words.approvedEarlier : words.changesRequestedEarlier}
          </Badge>
        ) : (
          <Badge icon={icon} kind={isApproved ? 'success' : 'danger'}>
            {isApproved ? words.approved : words.changesRequested}
          </Badge>
        )}
      </li>
      {review.comment?.body.markdown && (
        <li className={styles.quote}>
          <Markdown text={review.comment.body.markdown} />
        </li>
      )}
    </>
  )
}

interface AskProps {
  space: Space
  changeRequestId: string
  /** Ids of the people who are asked already. */
  asked: readonly string[]
  onAsk: (users: string[]) => Promise<unknown>
}

function AskButton({ space, changeRequestId, asked, onAsk }: AskProps) {
  const words = useWordsOf('changes')
  const { data: me } = useQuery(meQuery)
  const { data: organization } = useQuery(organizationQuery(space.organization))
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // Guests are told no names but those of a space that they manage.
  if (!space.permissions.admin && !organization?.permissions.listMembers) return null
  return (
    <>
      <IconButton icon={faPlus} label={words.askReview} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <PickPeople
            organizationId={space.organization}
            space={space}
            draft={`reviewers/${changeRequestId}`}
            title={words.askReview}
            action={words.askReview}
            without={[...asked, ...(me ? [me.id] : [])]}
            onPick={({ users }) => onAsk(users).then(close)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
