import { faFileImport } from '@fortawesome/free-solid-svg-icons'
import type { ContentImportRun, Space } from '@quire/contracts'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workspaceQuery } from '../../../api/queries.ts'
import { buttonClass } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { More } from '../../../parts/more.tsx'
import rows from '../../../parts/rows.module.css'
import { Screen } from '../../../parts/screen.tsx'
import { Empty, Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { hasBroughtNothing, importsQuery } from './imports-queries.ts'
import { RunStatus } from './run-status.tsx'

/** The imports of an organization: what goes on, and what came of the last ones. */
export function Imports() {
  const words = useWordsOf('imports')
  const { id: organizationId } = useOrganization()
  const list = useSuspenseInfiniteQuery(importsQuery(organizationId))
  const runs = list.data.pages.flatMap(({ items }) => items)
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const begin = (
    <Link to="/o/$organizationId/imports/new" params={{ organizationId }} className={buttonClass('primary')}>
      <Icon icon={faFileImport} />
      {words.newImport}
    </Link>
  )
  return (
    <Screen title={words.importsTitle} actions={runs.length > 0 && begin}>
      {runs.length === 0 ? (
        <Empty icon={faFileImport} title={words.noImports} action={begin}>
          {words.noImportsHint}
        </Empty>
      ) : (
        <>
          <ul className={rows.rows}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} organizationId={organizationId} spaces={workspace?.spaces ?? []} />
            ))}
          </ul>
          {list.error && <Notice>{refusalText(list.error, words)}</Notice>}
          <More list={list} />
        </>
      )}
    </Screen>
  )
}

interface RunRowProps {
  run: ContentImportRun
  organizationId: string
  spaces: Space[]
}

function RunRow({ run, organizationId, spaces }: RunRowProps) {
  const words = useWordsOf('imports')
  const space = spaces.find(({ id }) => id === run.target.space)
  return (
    <li>
      <Link
        to="/o/$organizationId/imports/$importRunId"
        params={{ organizationId, importRunId: run.id }}
        className={rows.row}
      >
        <span className={rows.symbol}>
          <Icon icon={faFileImport} />
        </span>
        <span className={rows.main}>
          <span className={rows.title}>{words.importInto(space?.title || words.untitled)}</span>
          <span className={rows.detail}>
            {sourceOf(run)} <Time at={run.createdAt} />
          </span>
        </span>
        <span className={rows.aside}>
          {!hasBroughtNothing(run) && words.importedCount(run.importedResources)}
          <RunStatus status={run.status} />
        </span>
      </Link>
    </li>
  )
}

/** Returns where a run reads from, with a dot behind it; empty if it does not say. */
function sourceOf({ source, content }: ContentImportRun): string {
  const url = content?.url ?? (source?.type === 'website' ? source.url : undefined)
  return url ? `${url.replace(/^https?:\/\//, '')} · ` : ''
}
