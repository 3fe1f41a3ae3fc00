import { faStar as faStarOutline } from '@fortawesome/free-regular-svg-icons'
import { faStar } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { personalSpacesQuery } from '../../api/queries.ts'
import { IconButton } from '../../parts/button.tsx'
import { useWords } from '../../words/words.ts'

/** Makes a space a favourite of the person, or no longer one. Records that the person has opened the space. */
export function FavoriteButton({ space: { id: spaceId, organization } }: { space: Space }) {
  const words = useWords()
  const queries = useQueryClient()
  const query = personalSpacesQuery(organization)
  const { data } = useQuery(query)
  const isFavorite = data?.favorites.some(({ id }) => id === spaceId) ?? false
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { favorite: boolean } | { opened: true }) =>
      api.patch('/v1/spaces/{spaceId}/personal', { params: { spaceId }, body }),
    onSuccess: () => queries.invalidateQueries(query),
  })
  useEffect(() => {
    if (spaceId) mutate({ opened: true })
  }, [spaceId, mutate])
  return (
    <IconButton
      icon={isFavorite ? faStar : faStarOutline}
      label={isFavorite ? words.removeFavorite : words.addFavorite}
      aria-pressed={isFavorite}
      disabled={isPending}
      onClick={() => mutate({ favorite: !isFavorite })}
    />
  )
}
