import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Loading, Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './files.module.css'
import { stateKey } from './space-queries.ts'

interface UsesProps {
  spaceId: string
  fileId: string
  /** Returns the words above a number of pages. */
  lead: (count: number) => string
  /** Said if the pages could not be loaded. */
  unknown: string
}

/** The pages of the space that use a file, each with its link. */
export function FileUses({ spaceId, fileId, lead, unknown }: UsesProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  const { data, error } = useQuery({
    queryKey: [...stateKey({ spaceId }), 'file-backlinks', fileId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/spaces/{spaceId}/content/files/{fileId}/backlinks', {
          params: { spaceId, fileId },
          query: { limit: 100, page },
          signal,
        }),
      ),
    staleTime: 0,
  })
  if (error) return <Notice kind="warning">{unknown}</Notice>
  if (!data) return <Loading />
  const pages = new Map(data.flatMap((place) => (place.kind === 'page' ? [[place.page.id, place.page.title]] : [])))
  const texts = new Map(
    data.flatMap((place) =>
      place.kind === 'reusable-content' ? [[place.reusableContent.id, place.reusableContent.title]] : [],
    ),
  )
  const count = pages.size + texts.size
  if (count === 0) return <p>{words.fileUnused}</p>
  return (
    <section className={styles.uses}>
      <p>{lead(count)}</p>
      <ul>
        {[...pages].map(([pageId, title]) => (
          <li key={pageId}>
            <Link to="/s/$spaceId/p/$pageId" params={{ spaceId, pageId }}>
              {title || words.untitled}
            </Link>
          </li>
        ))}
        {[...texts].map(([id, title]) => (
          <li key={id}>
            {reviewWords.reusableContent}: {title || words.untitled}
          </li>
        ))}
      </ul>
    </section>
  )
}
