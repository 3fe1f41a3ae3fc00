import type { Space } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './page-article.module.css'
import { useEditing } from './use-editing.ts'

interface SuggestProps {
  space: Space
  pageId: string
}

/** Leads on whoever comes from a site to suggest a change of a page, by what they may do in its space. */
export default function SuggestChange({ space, pageId }: SuggestProps) {
  const words = useWordsOf('reading')
  if (space.permissions.edit) return <IntoChangeRequest spaceId={space.id} pageId={pageId} />
  if (space.permissions.comment) return <Notice kind="info">{words.suggestByComment}</Notice>
  return <WhomToAsk organizationId={space.organization} />
}

/** Creates the first change request of a person by itself; whoever has others chooses, because each is about something. */
function IntoChangeRequest({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const words = useWordsOf('reading')
  const { own, create, ...list } = useEditing(spaceId)
  const isBegun = useRef(false)
  const hasNone = own?.length === 0
  useEffect(() => {
    if (!hasNone || isBegun.current) return
    isBegun.current = true
    create.mutate()
  }, [hasNone, create.mutate])
  const error = create.error ?? list.error
  if (error) return <Notice>{refusalText(error, words)}</Notice>
  if (!own || hasNone) return <Loading />
  return (
    <Notice kind="info">
      {words.suggestByEditing}
      <span className={styles.ways}>
        {own.map(({ id, number, subject }) => (
          <Link
            key={id}
            to="/s/$spaceId/changes/$changeRequestId/p/$pageId"
            params={{ spaceId, changeRequestId: id, pageId }}
          >
            #{number} <bdi>{subject || words.untitled}</bdi>
          </Link>
        ))}
        <Button busy={create.isPending} onClick={() => create.mutate()}>
          {words.newChangeRequest}
        </Button>
      </span>
    </Notice>
  )
}

const maxNames = 3

/** Names administrators of the organization. Guests may not list its members, and ask whoever let them in. */
function WhomToAsk({ organizationId }: { organizationId: string }) {
  const words = useWordsOf('reading')
  const { data } = useQuery({
    queryKey: ['members', organizationId, 'whom-to-ask'],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/members', {
        params: { organizationId },
        query: { role: 'admin', sort: 'name', order: 'asc', limit: maxNames },
      }),
    retry: false,
  })
  const names = data?.items.map(({ user }) => user.displayName) ?? []
  const anyOf = new Intl.ListFormat(words.language, { type: 'disjunction' })
  return (
    <Notice kind="info">
      {words.suggestNothing} {names.length > 0 ? words.suggestAsk(anyOf.format(names)) : words.suggestAskAnybody}
    </Notice>
  )
}
