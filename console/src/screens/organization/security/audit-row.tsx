import { faChevronDown, faChevronRight } from '@fortawesome/free-solid-svg-icons'
import type { AuditEvent } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../../parts/button.tsx'
import rows from '../../../parts/rows.module.css'
import { Loading, Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import type { AuditFilter } from './audit-filter.ts'
import { auditEventQuery } from './audit-queries.ts'
import styles from './audit-row.module.css'

interface AuditRowProps {
  event: AuditEvent
  organizationId: string
  /** The action in words. */
  label: string
  onFilter: (part: AuditFilter) => void
}

/** One event of the audit log, with its details if somebody asks for them. */
export function AuditRow({ event, organizationId, label, onFilter }: AuditRowProps) {
  const words = useWordsOf('security')
  const [isOpen, setOpen] = useState(false)
  const { actor, target } = event
  return (
    <li>
      <div className={rows.row}>
        <IconButton
          icon={isOpen ? faChevronDown : faChevronRight}
          label={words.detailsOf(label)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <span className={rows.main}>
          <span className={rows.title}>{label}</span>
          <span className={rows.detail}>
            {actor.label ?? actor.id} · {target.label ?? target.id}
          </span>
        </span>
        <span className={rows.aside}>
          <Time at={event.occurredAt} />
        </span>
      </div>
      {isOpen && (
        <div className={styles.details}>
          <div className={styles.filters}>
            <Button onClick={() => onFilter({ actor: actor.id })}>{words.onlyActor(actor.label ?? actor.id)}</Button>
            <Button onClick={() => onFilter({ target: target.id })}>
              {words.onlyTarget(target.label ?? target.id)}
            </Button>
          </div>
          <Details organizationId={organizationId} id={event.id} />
        </div>
      )}
    </li>
  )
}

function Details({ organizationId, id }: { organizationId: string; id: string }) {
  const words = useWordsOf('security')
  const { data, error } = useQuery(auditEventQuery(organizationId, id))
  if (error) return <Notice>{refusalText(error, words)}</Notice>
  if (!data) return <Loading />
  const { occurredAt, action, source, correlationId, target, actor, payload } = data
  const facts = {
    occurredAt,
    action,
    actor: actor.id,
    target: `${target.type} ${target.id}`,
    source,
    correlationId,
    ...payload,
  }
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
