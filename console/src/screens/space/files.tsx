import { faFile, faImage } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { all, spaceQuery } from '../../api/queries.ts'
import { Icon } from '../../parts/icon.tsx'
import rows from '../../parts/rows.module.css'
import { Empty } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import list from '../changes/change-list.module.css'
import { FileActions } from './file-actions.tsx'
import styles from './files.module.css'
import { stateKey } from './space-queries.ts'

/** The files of the live content of a space, by name; whoever edits the space can replace and delete them. */
export function Files() {
  const words = useWordsOf('reading')
  useTitle(words.files)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/files' })
  const { data: files } = useSuspenseQuery(filesQuery(spaceId))
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  return (
    <main className={`${list.main} ${list.list}`}>
      <h1>{words.files}</h1>
      {files.length === 0 ? (
        <Empty icon={faFile} title={words.noFiles}>
          {words.noFilesHint}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {files.map(({ id, name, contentType, downloadURL, size }) => (
            <li key={id} className={`${rows.row} ${styles.file}`}>
              <a href={downloadURL} target="_blank" rel="noopener noreferrer" className={rows.link}>
                <Icon icon={contentType.startsWith('image/') ? faImage : faFile} className={rows.symbol} />
                <span className={rows.title}>{name}</span>
              </a>
              <span className={rows.aside}>{inBytes(size, words.language)}</span>
              {space.permissions.edit && <FileActions spaceId={spaceId} file={{ id, name, contentType }} />}
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Writes a number of bytes in the unit in which it is short. */
function inBytes(bytes: number, language: string): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: units[at] ?? 'byte', maximumFractionDigits: 1 })
  return format.format(bytes / 1000 ** at)
}

const filesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...stateKey({ spaceId }), 'files'],
    queryFn: async ({ signal }) => {
      const files = await all((page) =>
        api.get('/v1/spaces/{spaceId}/content/files', { params: { spaceId }, query: { limit: 1000, page }, signal }),
      )
      return files.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
