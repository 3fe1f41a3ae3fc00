import { faDownload, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../../parts/button.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { ListEnd } from '../../../parts/list-end.tsx'
import rows from '../../../parts/rows.module.css'
import { Screen } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import type { AuditFilter } from './audit-filter.ts'
import { actionNamesQuery, auditActionsQuery, readAuditEvents, useAuditEvents } from './audit-queries.ts'
import { AuditRow } from './audit-row.tsx'

/** Who changed what in an organization. */
export function AuditLog() {
  const words = useWordsOf('security')
  const { id: organizationId } = useOrganization()
  const filter: AuditFilter = useSearch({ from: '/signed-in/frame/o/$organizationId/administration/audit-log' })
  const navigate = useNavigate()
  const change = (part: AuditFilter) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), replace: true })
  const actions = useQuery(auditActionsQuery(organizationId))
  const known = actions.data ?? []
  const { data: names } = useSuspenseQuery(actionNamesQuery(words.language))
  // An action of a later server has a label in English alone.
  const nameOf = (id: string) => names[id] ?? known.find((one) => one.id === id)?.label ?? id
  const options = known.map(({ id }) => [id, nameOf(id)] as const)
  const events = useAuditEvents(organizationId, filter)
  const exported = useMutation({
    mutationFn: () => readAuditEvents(organizationId, filter),
    onSuccess: (all) => download('audit-log.jsonl', all.map((one) => `${JSON.stringify(one)}\n`).join('')),
  })
  const chips = (['actor', 'target'] as const).flatMap((name) => {
    const id = filter[name]
    if (id === undefined) return []
    const event = events.items.find((one) => one[name].id === id)
    return [{ name, label: `${words[name]}: ${event?.[name].label ?? id}` }]
  })
  return (
    <Screen
      title={words.auditTitle}
      actions={
        <Button icon={faDownload} busy={exported.isPending} onClick={() => exported.mutate()}>
          {words.exportLog}
        </Button>
      }
    >
      <div className={rows.tools}>
        <Choice
          label={words.action}
          value={filter.action ?? ''}
          options={[['', words.everyAction], ...options.toSorted(([, a], [, b]) => a.localeCompare(b, words.language))]}
          onChange={({ target }) => change({ action: target.value || undefined })}
        />
        <Field
          label={words.fromDay}
          type="date"
          value={filter.from ?? ''}
          onChange={({ target }) => change({ from: target.value || undefined })}
        />
        <Field
          label={words.toDay}
          type="date"
          value={filter.to ?? ''}
          onChange={({ target }) => change({ to: target.value || undefined })}
        />
      </div>
      {chips.length > 0 && (
        <div className={facts.pair}>
          {chips.map(({ name, label }) => (
            <Button key={name} icon={faXmark} onClick={() => change({ [name]: undefined })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {exported.error && <Notice>{refusalText(exported.error, words)}</Notice>}
      {actions.error && <Notice>{refusalText(actions.error, words)}</Notice>}
      {events.isSuccess && events.items.length === 0 && <p className={rows.detail}>{words.noEvents}</p>}
      <ul className={rows.rows}>
        {events.items.map((event) => (
          <AuditRow
            key={event.id}
            event={event}
            organizationId={organizationId}
            label={nameOf(event.action)}
            onFilter={change}
          />
        ))}
      </ul>
      <ListEnd list={events} />
    </Screen>
  )
}

/** Saves a text as a file of the person. */
function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
