import type { LiveRevision } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'

interface VersionProps {
  spaceId: string
  version: LiveRevision
  /** The version before; undefined for the first one, and where it has not been read yet. */
  before: string | undefined
  isChosen: boolean
  onChoose: () => void
}

/** A row of the history: what went live, by whom, and the way to what it changed. */
export function Version({ spaceId, version, before, isChosen, onChoose }: VersionProps) {
  const words = useWordsOf('reading')
  const { id, createdBy, author } = version
  const name = useVersionName(version)
  return (
    <li className={rows.row}>
      <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={words.compareVersion(name)} />
      {createdBy && <Avatar person={author === undefined ? createdBy : { id: author, displayName: author }} />}
      <span className={rows.main}>
        <Title spaceId={spaceId} version={version} before={before} name={name} />
        <VersionOrigin version={version} />
      </span>
      <Link
        to="/s/$spaceId/revisions/$revisionId"
        params={{ spaceId, revisionId: id }}
        className={buttonClass('quiet')}
      >
        {words.readRevision}
      </Link>
    </li>
  )
}

/** The name of a version, which leads to its change request, or to the comparison with the version before. */
function Title({
  spaceId,
  version,
  before,
  name,
}: Pick<VersionProps, 'spaceId' | 'version' | 'before'> & { name: string }) {
  const { id, changeRequest } = version
  if (changeRequest)
    return (
      <Link
        to="/s/$spaceId/changes/$changeRequestId"
        params={{ spaceId, changeRequestId: changeRequest.id }}
        className={rows.title}
      >
        {name}
      </Link>
    )
  if (before === undefined) return <span className={rows.title}>{name}</span>
  return (
    <Link to="/s/$spaceId/compare" params={{ spaceId }} search={{ before, after: id }} className={rows.title}>
      {name}
    </Link>
  )
}

/** The change request, the author, the commit and the time of a version. */
export function VersionOrigin({
  version: { createdAt, createdBy, author, changeRequest, git },
}: {
  version: LiveRevision
}) {
  // A synchronization acts for whoever configured it; the author of the commit is who wrote.
  const details = [changeRequest && `#${changeRequest.number}`, author ?? createdBy?.displayName, git?.oid.slice(0, 7)]
  return (
    <span className={rows.detail}>
      {details.filter((one) => one !== undefined && one !== '').join(' · ')} · <Time at={createdAt} />
    </span>
  )
}

/** Names a version: by its change request, its message or its kind. */
export function useVersionName({ kind, changeRequest, git, message }: LiveRevision): string {
  const words = useWordsOf('reading')
  if (changeRequest) return changeRequest.subject || words.untitled
  const text = message ?? git?.message.split('\n')[0]
  return text || (git ? words.versionOfGit : words.versionKinds[kind])
}
