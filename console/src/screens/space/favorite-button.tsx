import { faStar as faStarOutline } from '@fortawesome/free-regular-svg-icons'
import { faStar } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, Refused } from '../../api/client.ts'
import { personalSpacesQuery } from '../../api/queries.ts'
import { IconButton } from '../../parts/button.tsx'
import { useWordsOf } from '../../words/words.ts'
import { FailureToast } from './toast.tsx'

/** Makes a space a favourite of the person, or no longer one. Records that the person has opened the space. */
export function FavoriteButton({ space: { id: spaceId, organization } }: { space: Space }) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const query = personalSpacesQuery(organization)
  const { data } = useQuery(query)
  const isFavorite = data?.favorites.some(({ id }) => id === spaceId) ?? false
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (body: { favorite: boolean } | { opened: true }) =>
      api.patch('/v1/spaces/{spaceId}/personal', { params: { spaceId }, body }),
    onSuccess: () => queries.invalidateQueries(query),
  })
  useEffect(() => {
    if (spaceId) mutate({ opened: true })
  }, [spaceId, mutate])
  // Nobody asked for the record of the opening, so that its refusal is no news.
  const refusal = variables && 'favorite' in variables ? error : null
  const isFull = refusal instanceof Refused && refusal.status === 409
  return (
    <>
      <IconButton
        icon={isFavorite ? faStar : faStarOutline}
        label={isFavorite ? words.removeFavorite : words.addFavorite}
        aria-pressed={isFavorite}
        disabled={isPending}
        onClick={() => mutate({ favorite: !isFavorite })}
      />
      {refusal && <FailureToast error={refusal}>{isFull && words.favoritesFull}</FailureToast>}
    </>
  )
}
