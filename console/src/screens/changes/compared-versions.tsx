import type { LiveRevision } from '@quire/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import rows from '../../parts/rows.module.css'
import { useWordsOf } from '../../words/words.ts'
import { useVersionName, VersionOrigin } from '../space/version.tsx'

interface ComparedProps {
  spaceId: string
  before: string
  after: string
}

/** Names the two versions that are compared, with who made them and when, if they are found among the latest ones. */
export function ComparedVersions({ spaceId, before, after }: ComparedProps) {
  const words = useWordsOf('changes')
  const { data: versions = [] } = useQuery(versionsQuery(spaceId, [before, after]))
  const named = (
    [
      [words.versionBefore, before],
      [words.versionAfter, after],
    ] as const
  ).flatMap(([label, revision]) => {
    const version = versions.find(({ id }) => id === revision)
    return version ? [{ label, version }] : []
  })
  if (named.length === 0) return null
  return (
    <ul className={rows.rows} aria-label={words.comparedVersions}>
      {named.map(({ label, version }) => (
        <li key={label} className={rows.row}>
          <span>{label}</span>
          <NamedVersion version={version} />
        </li>
      ))}
    </ul>
  )
}

function NamedVersion({ version }: { version: LiveRevision }) {
  return (
    <span className={rows.main}>
      <span className={rows.title}>{useVersionName(version)}</span>
      <VersionOrigin version={version} />
    </span>
  )
}

/** The extent to which a history is read, which may be as long as that of a repository: versions a request, and requests. */
const [limit, maxRequests] = [200, 5]

/** Finds versions in the history of a space, which is read newest first, as far as they need it and not without end. */
const versionsQuery = (spaceId: string, wanted: readonly string[]) =>
  queryOptions({
    queryKey: ['versions', spaceId, wanted],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const found: LiveRevision[] = []
      let page: string | undefined
      let requests = 0
      do {
        const query = { limit, page }
        const { items, next } = await api.get('/v1/spaces/{spaceId}/revisions', { params: { spaceId }, query, signal })
        found.push(...items.filter(({ id }) => wanted.includes(id)))
        page = next?.page
        requests += 1
      } while (page !== undefined && found.length < wanted.length && requests < maxRequests)
      return found
    },
  })
