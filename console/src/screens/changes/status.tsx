import { faBoxArchive, faCodeMerge, faCodePullRequest, faPenToSquare } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { Badge } from '../../parts/badge.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './status.module.css'

type Status = ChangeRequest['status']

const looks = {
  draft: [faPenToSquare, 'plain'],
  open: [faCodePullRequest, 'success'],
  merged: [faCodeMerge, 'primary'],
  archived: [faBoxArchive, 'plain'],
} as const

/** The state of a change request, in words. */
export function Status({ status }: { status: Status }) {
  const words = useWordsOf('changes')
  const [icon, kind] = looks[status]
  return (
    <Badge icon={icon} kind={kind}>
      {words.statuses[status]}
    </Badge>
  )
}

/** The state of a change request as a sign, with its name for screen readers. */
export function StatusIcon({ status }: { status: Status }) {
  const words = useWordsOf('changes')
  return (
    <span className={`${styles.sign} ${styles[status]}`} title={words.statuses[status]}>
      <Icon icon={looks[status][0]} />
      <span className="hidden-text">{words.statuses[status]}</span>
    </span>
  )
}
