import { faAngleRight, faGear } from '@fortawesome/free-solid-svg-icons'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { spaceQuery, workspaceQuery } from '../../api/queries.ts'
import { emojiOf } from '../../parts/emoji.ts'
import { Icon } from '../../parts/icon.tsx'
import { useWordsOf } from '../../words/words.ts'
import { EditButton } from './edit-button.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import styles from './space-frame.module.css'

/** Stands around the screens of a space: where it is, its parts, and the way to change it. */
export function SpaceFrame() {
  const words = useWordsOf('reading')
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: workspace } = useQuery(workspaceQuery(space.organization))
  const above = collectionsAbove(space.parent, workspace?.collections ?? [])
  const params = { spaceId }
  const matches = useMatchRoute()
  const isReading = matches({ to: '/s/$spaceId/p/$pageId', params, fuzzy: true }) !== false
  // Versions are chosen in the history, to be compared or read.
  const isInHistory = (['/s/$spaceId/compare', '/s/$spaceId/revisions/$revisionId'] as const).some(
    (to) => matches({ to, params, fuzzy: true }) !== false,
  )
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.names}>
          {above.map(({ id, title }) => (
            <span key={id} className={styles.above}>
              {title || words.untitled}
              <Icon icon={faAngleRight} />
            </span>
          ))}
          <Link to="/s/$spaceId" params={params} className={styles.name}>
            {space.emoji && <span aria-hidden="true">{emojiOf(space.emoji)} </span>}
            {space.title || words.untitled}
          </Link>
          <FavoriteButton space={space} />
        </div>
        <nav className={styles.tabs} aria-label={words.partsOfSpace}>
          <Link
            to="/s/$spaceId"
            params={params}
            activeOptions={{ exact: true }}
            aria-current={isReading ? 'page' : undefined}
          >
            {words.pages}
          </Link>
          <Link to="/s/$spaceId/changes" params={params}>
            {words.changeRequests}
            {space.changeRequestsOpen > 0 && <span className={styles.count}>{space.changeRequestsOpen}</span>}
          </Link>
          <Link to="/s/$spaceId/history" params={params} aria-current={isInHistory ? 'page' : undefined}>
            {words.history}
          </Link>
          {space.permissions.admin && (
            <Link
              to="/s/$spaceId/settings"
              params={params}
              aria-label={words.spaceSettings}
              title={words.spaceSettings}
            >
              <Icon icon={faGear} />
            </Link>
          )}
        </nav>
        <ExportMenu space={space} />
        {space.permissions.edit && <EditButton spaceId={spaceId} />}
      </header>
      <Outlet />
    </>
  )
}

function collectionsAbove<Folder extends { id: string; parent?: string | undefined }>(
  parent: string | undefined,
  folders: readonly Folder[],
): Folder[] {
  const folder = folders.find(({ id }) => id === parent)
  return folder ? [...collectionsAbove(folder.parent, folders), folder] : []
}
