import { faArrowUpRightFromSquare, faBook, faCircleCheck } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { organizationQuery, workspaceQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LateButton } from '../../parts/late-button.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Screen } from '../../parts/screen.tsx'
import { Empty, Notice } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { Audiences } from './audiences.tsx'
import { createSite, type MadeParts, type NewSiteForm } from './create-site.ts'
import styles from './new-site.module.css'
import { isBegun, lastStep, stepOf } from './new-site-steps.ts'
import { sitesQuery } from './sites-queries.ts'
import { SourceChoice, templatesQuery } from './source-choice.tsx'

const from = '/signed-in/frame/o/$organizationId/sites/new'

/** Creates a site in three steps: what it publishes, its title and audience, and a look at both before it is published. */
export function NewSite() {
  const words = useWordsOf('sites')
  const { organizationId } = useParams({ from })
  const queries = useQueryClient()
  const { data: organization } = useSuspenseQuery(organizationQuery(organizationId))
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const { data: templates } = useSuspenseQuery(templatesQuery)
  const made = useRef<MadeParts>({})
  const { step: asked = 1 } = useSearch({ from })
  const navigate = useNavigate()
  const {
    form: stored,
    change,
    clearSent,
  } = useFormDraft<NewSiteForm>(`new-site/${organizationId}`, {
    source: workspace.spaces.length > 0 ? 'space' : 'template',
    space: workspace.spaces[0]?.id ?? '',
    template: templates[0]?.id ?? '',
    title: '',
    audience: 'unlisted',
  })
  // The space of an earlier draft may be deleted by now.
  const space = workspace.spaces.find(({ id }) => id === stored.space) ?? workspace.spaces[0]
  const form = { ...stored, space: space?.id ?? '' }
  const { siteId } = made.current
  const step = stepOf({ asked, title: form.title, made: made.current })
  const go = (to: number) => void navigate({ to: '.', search: to === 2 || to === lastStep ? { step: to } : {} })
  const create = useMutation({
    mutationFn: (wanted: NewSiteForm) => createSite(organizationId, wanted, made.current),
    async onSuccess(_, sent) {
      clearSent(sent)
      await Promise.all([
        queries.invalidateQueries(sitesQuery(organizationId)),
        queries.invalidateQueries(workspaceQuery(organizationId)),
      ])
    },
  })
  if (!organization.permissions.createContent)
    return (
      <Screen title={words.newSite}>
        <Notice kind="info">{words.noSitesReader}</Notice>
      </Screen>
    )
  if (create.isSuccess) return <Done {...create.data} organizationId={organizationId} />
  const template = templates.find(({ id }) => id === form.template)
  const source = form.source === 'space' ? space?.title || words.untitled : (template?.title ?? '')
  const isWithoutSource = form.source === 'space' ? form.space === '' : form.template === ''
  const problems = refusedFields(create.error, words, ['title'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 1 && form.title === '') change({ title: form.source === 'space' ? (space?.title ?? '') : source })
    if (step < lastStep) go(step + 1)
    else create.mutate(form)
  }
  return (
    <Screen title={words.newSite}>
      <ol className={styles.steps}>
        {words.steps.map((name, index) => (
          <li
            key={name}
            aria-current={step === index + 1 ? 'step' : undefined}
            data-done={step > index + 1 || undefined}
          >
            <span aria-hidden="true">{index + 1}</span>
            {name}
          </li>
        ))}
      </ol>
      <form className={styles.form} onSubmit={submit}>
        {step === 1 && <SourceChoice form={form} change={change} spaces={workspace.spaces} templates={templates} />}
        {step === 2 && (
          <>
            <Field
              label={words.title}
              hint={words.titleHint}
              value={form.title}
              required
              minLength={2}
              maxLength={128}
              autoFocus
              onChange={({ target }) => change({ title: target.value })}
            />
            <Audiences value={form.audience} onChoose={(audience) => change({ audience })} />
          </>
        )}
        {step === lastStep && (
          <dl className={styles.review}>
            <Fact name={form.source === 'space' ? words.space : words.template}>{source}</Fact>
            <Fact name={words.title}>{form.title}</Fact>
            <Fact name={words.audience}>
              {words.audiences[form.audience]}
              <small>{words.audienceHints[form.audience]}</small>
            </Fact>
          </dl>
        )}
        {(problems.other ?? problems.of('title')) && <Notice>{problems.other ?? problems.of('title')}</Notice>}
        <div className={styles.buttons}>
          {step > 1 && (
            <Button onClick={() => go(step - 1)} disabled={create.isPending || isBegun(made.current)}>
              {words.back}
            </Button>
          )}
          {step < lastStep ? (
            <Button kind="primary" type="submit" data-tour="publish" disabled={isWithoutSource}>
              {words.next}
            </Button>
          ) : (
            <LateButton type="submit" busy={create.isPending} data-tour="publish" disabled={isWithoutSource}>
              {words.createAndPublish}
            </LateButton>
          )}
          {create.isError && siteId !== undefined && (
            <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId }} className={buttonClass()}>
              {words.manageSite}
            </Link>
          )}
        </div>
      </form>
    </Screen>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface DoneProps {
  siteId: string
  address: string | undefined
  organizationId: string
}

/** Says that the site is there, and where. */
function Done({ siteId, address, organizationId }: DoneProps) {
  const words = useWordsOf('sites')
  return (
    <Screen title={words.newSite}>
      <Empty
        icon={address ? faCircleCheck : faBook}
        title={words.siteIsPublished}
        action={
          <div className={styles.buttons}>
            {address && (
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass('primary')}
                data-tour="visit"
              >
                {words.openTheSite}
                <Icon icon={faArrowUpRightFromSquare} />
              </a>
            )}
            <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId }} className={buttonClass()}>
              {words.manageSite}
            </Link>
          </div>
        }
      >
        {address ? words.siteIsPublishedHint : words.keyedHints['visitor-auth']}
      </Empty>
      {address && <CopyField label={words.address} value={address} />}
    </Screen>
  )
}
