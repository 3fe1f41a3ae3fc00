import { faFile, faImage } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { all, spaceQuery } from '../../api/queries.ts'
import { Choice, Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import rows from '../../parts/rows.module.css'
import { Empty } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import list from '../changes/change-list.module.css'
import { FileActions } from './file-actions.tsx'
import styles from './files.module.css'
import { inBytes } from './in-bytes.ts'
import { NewFiles } from './new-files.tsx'
import { stateKey } from './space-queries.ts'

const orders = ['name', 'size'] as const
type Order = (typeof orders)[number]

/** The files of the live content of a space; whoever edits the space can add, replace and delete them. */
export function Files() {
  const words = useWordsOf('reading')
  useTitle(words.files)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/files' })
  const { data: files } = useSuspenseQuery(filesQuery(spaceId))
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('name')
  const wanted = search.trim().toLowerCase()
  const found = files.filter(({ name }) => name.toLowerCase().includes(wanted))
  const sorted = order === 'name' ? found : found.toSorted((one, other) => other.size - one.size)
  return (
    <main className={`${list.main} ${list.list}`}>
      <header className={list.tools}>
        <h1>{words.files}</h1>
        {space.permissions.edit && <NewFiles spaceId={spaceId} />}
      </header>
      {files.length === 0 ? (
        <Empty icon={faFile} title={words.noFiles}>
          {words.noFilesHint}
        </Empty>
      ) : (
        <>
          <div className={rows.tools}>
            <Field
              label={words.findFile}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <Choice
              label={words.fileOrder}
              value={order}
              options={orders.map((one) => [one, words.fileOrders[one]] as const)}
              onChange={({ target }) => setOrder(target.value === 'size' ? 'size' : 'name')}
            />
          </div>
          <p role="status" className={sorted.length > 0 ? 'hidden-text' : rows.detail}>
            {words.filesFound(sorted.length)}
          </p>
          <ul className={rows.rows}>
            {sorted.map(({ id, name, contentType, downloadURL, size }) => (
              <li key={id} className={`${rows.row} ${styles.file}`}>
                <a href={downloadURL} target="_blank" rel="noopener noreferrer" className={rows.link}>
                  <Icon icon={contentType.startsWith('image/') ? faImage : faFile} className={rows.symbol} />
                  <span className={rows.title}>{name}</span>
                </a>
                <span className={rows.aside}>{inBytes(size, words.language)}</span>
                <FileActions spaceId={spaceId} file={{ id, name, contentType }} mayEdit={space.permissions.edit} />
              </li>
            ))}
          </ul>
        </>
      )}
    </main>
  )
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
