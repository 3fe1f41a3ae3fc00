import type { Comment, User } from '@quire/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import { all, meQuery, spaceQuery } from '../../api/queries.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { type CommentTarget, commentsQuery } from './comments-queries.ts'
import { readPeople } from './find-people.ts'

const typingMs = 100
const maxOffered = 8

interface Offered {
  people: User[]
  /** True for a guest, who sees no members but those who have written comments in the space. */
  isGuest: boolean
}

/**
 * Returns the people to mention whose names have a beginning, or all if that is empty; nobody while it is undefined. Those
 * who take part in the discussion come first.
 */
export function usePeople(discussion: CommentTarget, name: string | undefined): Offered {
  const isWanted = name !== undefined
  const { data: space } = useQuery(spaceQuery(discussion.spaceId))
  const organization = space?.organization ?? ''
  const { data: me } = useQuery(meQuery)
  const { data: comments = [] } = useQuery({ ...commentsQuery(discussion), enabled: isWanted })
  const search = useSettled(name ?? '', typingMs)
  const any = useQuery({ ...peopleQuery(organization, ''), enabled: isWanted && space !== undefined })
  const isGuest = any.error instanceof Refused && any.error.status === 403
  const isSearching = any.data !== undefined && search !== ''
  const found = useQuery({ ...peopleQuery(organization, search), enabled: isWanted && isSearching })
  const writers = useQuery({ ...writersQuery(discussion.spaceId), enabled: isWanted && isGuest })
  if (!isWanted) return { people: [], isGuest: false }
  const members = search === name ? ((search === '' ? any.data : found.data) ?? []) : []
  const near = [...participantsIn(comments), ...(isGuest ? (writers.data ?? []) : [])]
  const people = new Map(
    [...near.filter((person) => begins(person, name)), ...members].map((person) => [person.id, person]),
  )
  if (me) people.delete(me.id)
  return { people: [...people.values()].slice(0, maxOffered), isGuest }
}

const peopleQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: ['people', organizationId, search],
    queryFn: () => readPeople(organizationId, search),
  })

/** The people who have written comments in a space, whom everybody sees who may comment there. */
const writersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['commenters', spaceId],
    queryFn: async ({ signal }) => {
      const given = { params: { spaceId }, signal }
      const members = await all((page) =>
        api.get('/v1/spaces/{spaceId}/commenters', { ...given, query: { limit: 1000, page } }),
      )
      return members.map(({ user }) => user)
    },
  })

/** Lists who has written in a discussion, whoever did so last first. */
const participantsIn = (comments: readonly Comment[]): User[] =>
  comments.toReversed().flatMap(({ postedBy, repliers }) => [...repliers.map(({ user }) => user), postedBy])

/** True if one of the names of a person begins so. */
const begins = ({ displayName }: User, name: string) =>
  displayName
    .toLocaleLowerCase()
    .split(/\s+/)
    .some((part) => part.startsWith(name.toLocaleLowerCase()))
