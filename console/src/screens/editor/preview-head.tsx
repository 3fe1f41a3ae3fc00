import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Sign } from '../../parts/sign.tsx'
import type { Page } from '../space/pages.ts'
import { stateKey } from '../space/space-queries.ts'
import type { EditedState } from './edited-page.ts'
import styles from './editor-screen.module.css'

interface HeadProps {
  state: EditedState
  /** The page as the tree has it; undefined while the tree lacks it. */
  page: Page | undefined
  /** The title as it is typed. */
  title: string
}

/** The cover, the title with its sign, and the description of the page that somebody writes. */
export function PreviewHead({ state, page, title }: HeadProps) {
  const document = page?.type === 'document' ? page : undefined
  const picture = document?.layout.cover === false ? undefined : document?.cover?.ref
  // Pictures from elsewhere load only when a reader asks for them.
  const { data: cover } = useQuery({
    ...fileQuery(state, picture?.kind === 'file' ? picture.file : ''),
    enabled: picture?.kind === 'file',
  })
  return (
    <>
      {cover && <img className={styles.cover} src={cover.downloadURL} alt="" />}
      <h2>
        <Sign emoji={page?.emoji} icon={page?.icon} className={styles.sign} />
        {title}
      </h2>
      {document?.layout.description && document.description && (
        <p className={styles.description}>{document.description}</p>
      )}
    </>
  )
}

const fileQuery = (state: EditedState, fileId: string) => ({
  queryKey: [...stateKey(state), 'file', fileId],
  queryFn: () =>
    api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}', {
      params: { ...state, fileId },
      query: {},
    }),
})
