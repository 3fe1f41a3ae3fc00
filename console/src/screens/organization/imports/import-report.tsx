import type { ContentImportRun } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Field } from '../../../parts/field.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Notice, problemText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { entriesWith, groupsOf, type ReportEntry, reportOf } from './import-notices.ts'
import styles from './imports.module.css'
import { pagesByPathQuery } from './imports-queries.ts'

/** Entries up to which a report shows all of them at once, without a field to find some. */
const fewEntries = 10

/** Says what could not be read, and what was left out or changed: by kinds, with links to the pages. */
export function ImportReport({ run }: { run: ContentImportRun }) {
  const words = useWordsOf('imports')
  const { failures = [], moreFailures = 0, problems = [], moreProblems = 0, status, target } = run
  const [search, setSearch] = useState('')
  const entries = useMemo(() => reportOf({ failures, problems }, words), [failures, problems, words])
  const { data: pages } = useQuery({
    ...pagesByPathQuery(target),
    enabled: status === 'completed' && entries.length > 0,
  })
  if (entries.length === 0) return status === 'completed' && <Notice kind="success">{words.nothingLeftOut}</Notice>
  const found = entriesWith(search, entries)
  const more = moreFailures + moreProblems
  const isSearching = search.trim() !== ''
  return (
    <Section title={words.report}>
      {failures.length > 0 && <p className={facts.lead}>{words.couldNotBeRead(failures.length + moreFailures)}</p>}
      {problems.length > 0 && <p className={facts.lead}>{words.leftOut(problems.length + moreProblems)}</p>}
      {entries.length > fewEntries && (
        <div className={rows.tools}>
          <Field
            label={words.findNotice}
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={facts.lead}>
            {isSearching && (found.length > 0 ? words.noticesFound(found.length, entries.length) : words.noNoticeFound)}
          </p>
        </div>
      )}
      {groupsOf(found, words.noticeGroups).map(([group, some]) => (
        <details key={group} className={styles.group} open={isSearching || entries.length <= fewEntries}>
          <summary>
            <h3>{words.noticeGroups[group]}</h3> <span className={styles.count}>{some.length}</span>
          </summary>
          <ul className={styles.list}>
            {some.map((entry) => (
              <Entry key={entry.at} entry={entry} target={target} page={pages?.get(entry.path ?? '')} />
            ))}
          </ul>
        </details>
      ))}
      {more > 0 && <p>{words.andMore(more)}</p>}
    </Section>
  )
}

interface EntryProps extends Pick<ContentImportRun, 'target'> {
  entry: ReportEntry
  /** The page that was made from the file, if one was and is still there. */
  page: string | undefined
}

function Entry({ entry: { path, place, problem }, target, page }: EntryProps) {
  return (
    <li>
      {path !== undefined && (
        <p>
          <FileName path={path} target={target} page={page} />
          {place && `, ${place}`}
        </p>
      )}
      <span>{problemText(problem)}</span>
    </li>
  )
}

function FileName({ path, target, page }: Pick<EntryProps, 'target' | 'page'> & { path: string }) {
  const name = <code>{path}</code>
  if (page === undefined) return name
  const { space: spaceId, changeRequest } = target
  if (changeRequest === undefined)
    return (
      <Link to="/s/$spaceId/p/$pageId" params={{ spaceId, pageId: page }}>
        {name}
      </Link>
    )
  const params = { spaceId, changeRequestId: changeRequest, pageId: page }
  return (
    <Link to="/s/$spaceId/changes/$changeRequestId/p/$pageId" params={params}>
      {name}
    </Link>
  )
}
