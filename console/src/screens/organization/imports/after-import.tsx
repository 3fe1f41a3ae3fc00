import type { ContentImportRun, Space } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, RefusedHere } from '../../../api/client.ts'
import { workspaceQuery } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { emptySpaceQuery, isEmptySpace } from './imports-queries.ts'

interface AfterImportProps {
  organizationId: string
  run: ContentImportRun
  /** The space of the run; undefined if it is not known, or not there any more. */
  space: Space | undefined
}

/** Leads on from an import that has brought nothing: to another one into the same space, or to the end of an empty space. */
export function AfterImport({ organizationId, run, space }: AfterImportProps) {
  const words = useWordsOf('imports')
  const [isAsking, setAsking] = useState(false)
  const { data: isEmpty = false } = useQuery({ ...emptySpaceQuery(space), enabled: space?.permissions.admin === true })
  const { source, target } = run
  const website = source?.type === 'website' ? source.url : undefined
  return (
    <>
      {isEmpty && <p className={facts.lead}>{words.emptySpaceHint}</p>}
      <div className={facts.pair}>
        <Link
          to="/o/$organizationId/imports/new"
          params={{ organizationId }}
          search={{ space: target.space, website, reviews: target.changeRequest ? true : undefined }}
          className={buttonClass('primary')}
        >
          {words.tryAgain}
        </Link>
        {isEmpty && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            {words.deleteEmptySpace}
          </Button>
        )}
        {space && !isEmpty && (
          <Link to="/s/$spaceId" params={{ spaceId: space.id }} className={buttonClass()}>
            {words.openSpace}
          </Link>
        )}
      </div>
      {isAsking && space && <Removal space={space} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks before an empty space is deleted. It may have got something since the screen was opened, and stays then. */
function Removal({ space, onClose }: { space: Space; onClose: () => void }) {
  const words = useWordsOf('imports')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const organizationId = space.organization
  const remove = useMutation({
    async mutationFn() {
      if (!(await isEmptySpace(space))) throw new RefusedHere(words.spaceIsUsed)
      await api.delete('/v1/spaces/{spaceId}', { params: { spaceId: space.id } })
    },
    async onSuccess() {
      await queries.invalidateQueries(workspaceQuery(organizationId))
      await navigate({ to: '/o/$organizationId/imports', params: { organizationId } })
    },
  })
  return (
    <Confirm
      title={words.deleteSpaceQuestion(space.title || words.untitled)}
      description={words.deleteSpaceHint}
      action={words.deleteEmptySpace}
      work={remove}
      onClose={onClose}
    />
  )
}
