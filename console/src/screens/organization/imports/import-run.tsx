import type { ContentImportRun } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { spaceQuery } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../parts/button.tsx'
import { Screen } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { refreshContent } from '../../space/space-queries.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { AfterImport } from './after-import.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportReport } from './import-report.tsx'
import { hasBroughtNothing, importQuery, importsKey, isUnderWay } from './imports-queries.ts'

/** An import: how far it is, what came of it, and what could not be read. */
export function ImportRun() {
  const words = useWordsOf('imports')
  const { id: organizationId } = useOrganization()
  const { importRunId } = useParams({
    from: '/signed-in/frame/o/$organizationId/administration/imports/$importRunId',
  })
  const queries = useQueryClient()
  const { data: run } = useSuspenseQuery(importQuery(organizationId, importRunId))
  const { data: space } = useQuery(spaceQuery(run.target.space))
  const cancel = useMutation({
    mutationFn: () =>
      api.post('/v1/org/{organizationId}/imports/{importRunId}/cancel', { params: { organizationId, importRunId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: importsKey(organizationId) }),
  })
  const { status, target } = run
  useEffect(() => {
    if (status === 'completed') void refreshContent(queries, target.space)
  }, [status, target.space, queries])
  return (
    <Screen
      title={words.importInto(space?.title || words.untitled)}
      actions={
        isUnderWay(run) && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.cancelImport}
          </Button>
        )
      }
    >
      <ImportProgress run={run} />
      {cancel.error && <Notice>{refusalText(cancel.error, words)}</Notice>}
      {status === 'completed' && <Result run={run} />}
      {hasBroughtNothing(run) && <AfterImport organizationId={organizationId} run={run} space={space} />}
      <ImportReport run={run} />
    </Screen>
  )
}

function Result({ run: { target, unused } }: { run: ContentImportRun }) {
  const words = useWordsOf('imports')
  const { space: spaceId, changeRequest } = target
  return (
    <div className={facts.pair}>
      {changeRequest ? (
        <Link
          to="/s/$spaceId/changes/$changeRequestId"
          params={{ spaceId, changeRequestId: changeRequest }}
          className={buttonClass('primary')}
        >
          {words.reviewImport}
        </Link>
      ) : (
        <Link to="/s/$spaceId" params={{ spaceId }} className={buttonClass('primary')}>
          {words.openSpace}
        </Link>
      )}
      {unused !== undefined && unused.files > 0 && <p>{words.unusedFiles(unused.files)}</p>}
    </div>
  )
}
