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

/** Names the two versions that are compared, with who made them and when, once they are found in the history. */
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

const limit = 200

/** Finds versions in the history of a space, which is read newest first and as far as they need it. */
const versionsQuery = (spaceId: string, wanted: readonly string[]) =>
  queryOptions({
    queryKey: ['versions', spaceId, wanted],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const found: LiveRevision[] = []
      let page: string | undefined
      do {
        const query = { limit, page }
        const { items, next } = await api.get('/v1/spaces/{spaceId}/revisions', { params: { spaceId }, query, signal })
        found.push(...items.filter(({ id }) => wanted.includes(id)))
        page = next?.page
      } while (page !== undefined && found.length < wanted.length)
      return found
    },
  })
